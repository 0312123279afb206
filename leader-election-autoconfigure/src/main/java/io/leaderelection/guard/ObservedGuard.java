/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Guards one observed call. Separate from {@link Guard}, so that calls without an
 * observer have no overhead.
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
