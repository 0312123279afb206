/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Runs a guarded method. The implementation is chosen once, by the return type.
 */
@FunctionalInterface
public interface GuardedMethod {

	/**
	 * Calls the method if this instance leads.
	 * @param invocation the call
	 * @return the result for the caller
	 * @throws Throwable an exception of the method, or the refusal of the call
	 */
	@Nullable Object call(MethodInvocation invocation) throws Throwable;

}
