/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;

/**
 * Suspend functions of Kotlin: methods that return at their first suspension, and go on
 * later on any thread.
 */
final class SuspendFunctions {

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	static final ReturnedWork.Problem PROBLEM = new ReturnedWork.Problem(
			"is a suspend function of Kotlin, which returns where it suspends and goes on elsewhere, with no guard",
			"Return a reactive type, such as mono { ... } of kotlinx-coroutines-reactor, or let a function that does not "
					+ "suspend call it with runBlocking");

	private SuspendFunctions() {
	}

	static boolean isOne(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		return parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION);
	}

}
