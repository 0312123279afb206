/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.function.Function;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method whose calls are observed. Each call gets its own guard, on the thread
 * of the caller.
 */
final class ObservedMethod implements GuardedMethod {

	private final Guard guard;

	private final Function<Guard, GuardedMethod> method;

	private ObservedMethod(Guard guard, Function<Guard, GuardedMethod> method) {
		this.guard = guard;
		this.method = method;
	}

	/**
	 * Guards a method.
	 * @param guard the guard
	 * @param method creates the guarded method for a guard
	 * @return the guarded method, which is observed only if the guard is
	 */
	static GuardedMethod of(Guard guard, Function<Guard, GuardedMethod> method) {
		return guard.isObserved() ? new ObservedMethod(guard, method) : method.apply(guard);
	}

	@Override
	public @Nullable Object call(MethodInvocation invocation) throws Throwable {
		Guard guard = this.guard.begin((key) -> null);
		try (CallObserver.Scope scope = guard.open()) {
			return this.method.apply(guard).call(invocation);
		}
		catch (Throwable ex) {
			guard.notCalled(ex);
			throw ex;
		}
	}

}
