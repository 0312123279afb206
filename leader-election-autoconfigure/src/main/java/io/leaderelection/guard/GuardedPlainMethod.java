/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.work.DetachableCall;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method whose work is complete when it returns.
 */
final class GuardedPlainMethod implements GuardedMethod {

	private final Guard guard;

	GuardedPlainMethod(Guard guard) {
		this.guard = guard;
	}

	@Override
	public @Nullable Object call(MethodInvocation invocation) throws Throwable {
		DetachableCall entered = this.guard.enter();
		if (entered == null) {
			return this.guard.refuse();
		}
		DetachableCall call = this.guard.admit(entered);
		if (call == null) {
			return this.guard.skipValue().get();
		}
		Object result;
		try {
			result = invocation.proceed();
		}
		catch (Throwable ex) {
			throw this.guard.failed(call, ex);
		}
		this.guard.leave(call);
		return result;
	}

}
