/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Recognizes mocks that a test has put in place of a bean. They do no work, so they need
 * no guard.
 */
final class MockDetection {

	private static final @Nullable Method DETAILS = find("org.mockito.Mockito", "mockingDetails", Object.class);

	private static final @Nullable Method IS_MOCK = find("org.mockito.MockingDetails", "isMock");

	private static final @Nullable Method IS_SPY = find("org.mockito.MockingDetails", "isSpy");

	private MockDetection() {
	}

	static boolean isMock(Object bean) {
		Object details = (DETAILS != null) ? ReflectionUtils.invokeMethod(DETAILS, null, bean) : null;
		return isTrue(IS_MOCK, details) && !isTrue(IS_SPY, details);
	}

	private static boolean isTrue(@Nullable Method question, @Nullable Object details) {
		return question != null && details != null
				&& Boolean.TRUE.equals(ReflectionUtils.invokeMethod(question, details));
	}

	private static @Nullable Method find(String type, String name, Class<?>... parameters) {
		ClassLoader classLoader = MockDetection.class.getClassLoader();
		return ClassUtils.isPresent(type, classLoader)
				? ReflectionUtils.findMethod(ClassUtils.resolveClassName(type, classLoader), name, parameters) : null;
	}

}
