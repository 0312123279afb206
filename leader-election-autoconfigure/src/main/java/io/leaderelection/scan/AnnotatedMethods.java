/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the annotated methods of beans. Most beans have none, and are left out before the
 * search for annotations of annotations and of overridden methods, which is felt in the
 * time an application takes to start.
 */
public final class AnnotatedMethods {

	private static final String SPRING = "org.springframework.";

	private static final String SAMPLES = SPRING + "samples.";

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private AnnotatedMethods() {
	}

	/**
	 * The methods with an annotation, their own or that of a method they override.
	 * @param <A> the annotation
	 * @param type the class of a bean
	 * @param annotation the annotation
	 * @return the methods, each with the annotation, merged with those it is part of
	 */
	public static <A extends Annotation> Map<Method, A> of(Class<?> type, Class<A> annotation) {
		if (!mayBeOn(type)) {
			return Map.of();
		}
		return select(type, (method) -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
	}

	/**
	 * The methods of a class that something is found for. A public method of a superclass
	 * that is not public is called through a bridge, and is named by what it bridges to,
	 * as {@link AopUtils#getMostSpecificMethod} does.
	 * @param <A> what is found
	 * @param type the class of a bean
	 * @param lookup finds it, or {@code null}
	 * @return the methods with what was found
	 */
	public static <A> Map<Method, A> select(Class<?> type, MethodIntrospector.MetadataLookup<A> lookup) {
		Map<Method, A> selected = new LinkedHashMap<>();
		MethodIntrospector.selectMethods(type, lookup)
			.forEach((method, found) -> selected.put(BridgeMethodResolver.findBridgedMethod(method), found));
		return selected;
	}

	/**
	 * Names a method in messages.
	 * @param method the method
	 * @param type the class of the bean
	 * @return such as {@code com.example.Job.run()}
	 */
	public static String describe(Method method, Class<?> type) {
		return type.getName() + "." + method.getName() + "()";
	}

	/**
	 * Whether a method is a suspend function of Kotlin: it returns at its first
	 * suspension, and goes on later on any thread.
	 * @param method the method
	 * @return whether it is
	 */
	public static boolean isSuspendFunction(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		return parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION);
	}

	/**
	 * Whether any method of a class, or of what it extends or implements, is annotated.
	 */
	private static boolean mayBeOn(Class<?> type) {
		if (type.getName().startsWith("java.") || isContainerClass(type)) {
			return false;
		}
		for (Method method : ReflectionUtils.getDeclaredMethods(type)) {
			for (Annotation annotation : method.getAnnotations()) {
				if (mayBringOthers(annotation.annotationType())) {
					return true;
				}
			}
		}
		for (Class<?> implemented : type.getInterfaces()) {
			if (mayBeOn(implemented)) {
				return true;
			}
		}
		Class<?> superclass = type.getSuperclass();
		return superclass != null && mayBeOn(superclass);
	}

	/** None of Java's and of Spring's annotations is made of ours. */
	private static boolean mayBringOthers(Class<? extends Annotation> annotation) {
		return !annotation.getName().startsWith("java.") && !isContainerClass(annotation);
	}

	/**
	 * Whether a class is Spring's own, as most beans are: to look at all their methods
	 * costs start-up time. Its samples are applications.
	 * @param type the class
	 * @return whether it is
	 */
	public static boolean isContainerClass(Class<?> type) {
		return type.getName().startsWith(SPRING) && !type.getName().startsWith(SAMPLES);
	}

}
