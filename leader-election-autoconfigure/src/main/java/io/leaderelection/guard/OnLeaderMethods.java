/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the methods of each class that are guarded. Weaving, checking and running all use
 * this class, so that they agree.
 */
final class OnLeaderMethods {

	private final Map<Class<?>, Map<Method, OnLeader>> methods = new ConcurrentHashMap<>();

	private final ScheduledMethods scheduled;

	OnLeaderMethods(ScheduledMethods scheduled) {
		this.scheduled = scheduled;
	}

	/**
	 * Returns the methods to guard.
	 * @param type a class, possibly a proxy class
	 * @return the effective annotation of each method; empty if there are none
	 */
	Map<Method, OnLeader> of(Class<?> type) {
		Class<?> userType = ClassUtils.getUserClass(type);
		Map<Method, OnLeader> known = this.methods.get(userType);
		if (known == null) {
			known = find(userType);
			this.methods.put(userType, known);
		}
		return known;
	}

	/**
	 * Returns the effective annotation of a method that is called on objects of a class.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the target
	 * @return the annotation, or {@code null} if the method is not guarded
	 */
	@Nullable OnLeader of(Method method, Class<?> type) {
		Map<Method, OnLeader> known = of(type);
		return known.isEmpty() ? null
				: known.get(AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type)));
	}

	private Map<Method, OnLeader> find(Class<?> type) {
		if (AnnotatedMethods.isContainerClass(type) || !AnnotationUtils.isCandidateClass(type, OnLeader.class)) {
			return Map.of();
		}
		OnLeader ofType = AnnotatedElementUtils.findMergedAnnotation(type, OnLeader.class);
		if (ofType == null && !this.scheduled.isOn(type)) {
			return Map.copyOf(AnnotatedMethods.of(type, OnLeader.class));
		}
		return Map.copyOf(AnnotatedMethods.<OnLeader>select(type, (method) -> find(method, type, ofType)));
	}

	private @Nullable OnLeader find(Method method, Class<?> type, @Nullable OnLeader ofType) {
		OnLeader ofMethod = AnnotatedElementUtils.findMergedAnnotation(method, OnLeader.class);
		if (ofMethod != null) {
			return ofMethod;
		}
		if (ofType != null && isCalledFromOutside(method) && !ScheduledMethods.isExempt(method)) {
			return ofType;
		}
		return this.scheduled.isGuarded(method, type) ? AnnotationUtils.synthesizeAnnotation(OnLeader.class) : null;
	}

	/** Returns whether an annotation of the method or of its type guards it. */
	static boolean isAnnotated(Method method, Class<?> type) {
		return AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)
				|| (isCalledFromOutside(method) && AnnotatedElementUtils.hasAnnotation(type, OnLeader.class));
	}

	private static boolean isCalledFromOutside(Method method) {
		return !Modifier.isPrivate(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method);
	}

}
