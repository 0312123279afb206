/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;

/**
 * Registers guarded methods for reflection, by which they are found and called.
 */
final class GuardedMethodsReflectiveProcessor implements ReflectiveProcessor {

	@Override
	public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
		if (element instanceof Method method) {
			hints.registerMethod(method, ExecutableMode.INVOKE);
		}
		else if (element instanceof Class<?> type) {
			hints.registerType(type, MemberCategory.INVOKE_DECLARED_METHODS);
		}
	}

}
