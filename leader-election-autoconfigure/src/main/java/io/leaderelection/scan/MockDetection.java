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
 * Recognizes mocks that a test puts in place of a bean: they do no work, so there is
 * nothing to guard.
 */
final class MockDetection {

	private static final @Nullable Class<?> MOCKITO = find("org.mockito.Mockito");

	private MockDetection() {
	}

	static boolean isMock(Object bean) {
		if (MOCKITO == null) {
			return false;
		}
		Object details = call(MOCKITO, "mockingDetails", null, Object.class, bean);
		return isTrue(details, "isMock") && !isTrue(details, "isSpy");
	}

	private static boolean isTrue(@Nullable Object details, String question) {
		Class<?> type = find("org.mockito.MockingDetails");
		return type != null && Boolean.TRUE.equals(call(type, question, details, null, null));
	}

	private static @Nullable Object call(Class<?> type, String name, @Nullable Object target,
			@Nullable Class<?> parameter, @Nullable Object argument) {
		Method method = (parameter != null) ? ReflectionUtils.findMethod(type, name, parameter)
				: ReflectionUtils.findMethod(type, name);
		if (method == null) {
			return null;
		}
		return (parameter != null) ? ReflectionUtils.invokeMethod(method, target, argument)
				: ReflectionUtils.invokeMethod(method, target);
	}

	private static @Nullable Class<?> find(String name) {
		ClassLoader classLoader = MockDetection.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
	}

}
