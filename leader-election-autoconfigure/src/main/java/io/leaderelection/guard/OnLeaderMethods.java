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
 * Knows the methods of each class that are to be guarded. One place for this, so that
 * what is woven, what is checked and what is run never differ.
 */
final class OnLeaderMethods {

	private final Map<Class<?>, Map<Method, OnLeader>> methods = new ConcurrentHashMap<>();

	private final ScheduledMethods scheduled;

	OnLeaderMethods(ScheduledMethods scheduled) {
		this.scheduled = scheduled;
	}

	/**
	 * The methods to be guarded.
	 * @param type a class, possibly a proxy class
	 * @return the annotation in force for each method; empty if there is none
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
	 * The annotation in force for a method as called on objects of a class.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the target
	 * @return the annotation, or {@code null} if the method is not to be guarded
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

	/** Whether an annotation guards a method, its own or that of its type. */
	static boolean isAnnotated(Method method, Class<?> type) {
		return AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)
				|| (isCalledFromOutside(method) && AnnotatedElementUtils.hasAnnotation(type, OnLeader.class));
	}

	private static boolean isCalledFromOutside(Method method) {
		return !Modifier.isPrivate(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method);
	}

}
