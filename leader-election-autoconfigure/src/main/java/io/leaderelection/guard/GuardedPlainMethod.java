/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.NotLeaderException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method whose work is complete when it returns.
 */
class GuardedPlainMethod implements GuardedMethod {

	private final Guard guard;

	GuardedPlainMethod(Guard guard) {
		this.guard = guard;
	}

	@Override
	public final @Nullable Object call(MethodInvocation invocation) throws Throwable {
		GuardCall call = this.guard.begin((key) -> null);
		try (CallObserver.Scope scope = call.observation().open()) {
			return call(call, invocation);
		}
		catch (Throwable ex) {
			call.endWithoutOutcome(ex);
			throw ex;
		}
	}

	private @Nullable Object call(GuardCall call, MethodInvocation invocation) throws Throwable {
		if (!this.guard.enter(call)) {
			return refuse(call);
		}
		if (!call.admit()) {
			return this.guard.skipValue.get();
		}
		Object result;
		try {
			result = invocation.proceed();
		}
		catch (Throwable ex) {
			throw call.failed(ex);
		}
		return returned(call, result);
	}

	/** Refuses a call, and returns the result for the caller. */
	@Nullable Object refuse(GuardCall call) {
		NotLeaderException refusal = call.refusal();
		if (refusal != null) {
			throw refusal;
		}
		return this.guard.skipValue.get();
	}

	/** Ends a call whose method has returned, and returns the result for the caller. */
	@Nullable Object returned(GuardCall call, @Nullable Object result) {
		call.completed();
		return result;
	}

}
