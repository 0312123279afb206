/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The guard of one call that is observed. A class of its own, so that calls that are not
 * observed do nothing for it.
 */
final class ObservedGuard extends Guard {

	private final CallObserver.Call call;

	ObservedGuard(Guard guard, CallObserver.Call call) {
		super(guard);
		this.call = call;
	}

	@Override
	public CallObserver.Scope open() {
		return this.call.open();
	}

	@Override
	public Map<Object, Object> context() {
		return this.call.context();
	}

	@Override
	public void notCalled(@Nullable Throwable failure) {
		this.call.end(null, failure);
	}

	@Override
	void record(GuardOutcome outcome, @Nullable Throwable failure) {
		super.record(outcome, failure);
		this.call.end(outcome, failure);
	}

}
