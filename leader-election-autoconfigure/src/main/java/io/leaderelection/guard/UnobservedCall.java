/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A call that nobody observes.
 */
final class UnobservedCall implements CallObserver.Call {

	@Override
	public CallObserver.Scope open() {
		return CallObserver.Scope.NONE;
	}

	@Override
	public Map<Object, Object> context() {
		return Map.of();
	}

	@Override
	public void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure) {
	}

}
