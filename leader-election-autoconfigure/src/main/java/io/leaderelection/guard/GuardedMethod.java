/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * How one method is guarded: chosen once, by what it returns.
 */
@FunctionalInterface
public interface GuardedMethod {

	/**
	 * Calls the method if this instance leads.
	 * @param invocation the call
	 * @return what the caller gets
	 * @throws Throwable what the method throws, or what refuses the call
	 */
	@Nullable Object call(MethodInvocation invocation) throws Throwable;

}
