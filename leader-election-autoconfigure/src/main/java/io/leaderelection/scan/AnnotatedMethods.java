/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the annotated methods of beans. Most beans have none. They are excluded before
 * the search for meta-annotations and overridden methods, which would lengthen the
 * startup of an application.
 */
public final class AnnotatedMethods {

	private static final String SPRING = "org.springframework.";

	private static final String SAMPLES = SPRING + "samples.";

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private AnnotatedMethods() {
	}

	/**
	 * Returns the methods that have an annotation or override a method that has it.
	 * @param <A> the type of the annotation
	 * @param type the class of a bean
	 * @param annotation the annotation
	 * @return the methods with their annotations, merged with the attributes of composed
	 * annotations
	 */
	public static <A extends Annotation> Map<Method, A> of(Class<?> type, Class<A> annotation) {
		if (!mayBeOn(type)) {
			return Map.of();
		}
		return select(type, (method) -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
	}

	/**
	 * Returns whether a class has methods that have an annotation or override a method
	 * that has it.
	 * @param type the class of a bean, or {@code null} if it is unknown
	 * @param annotation the annotation
	 * @return {@code true} if there is such a method
	 */
	public static boolean isOnAny(@Nullable Class<?> type, Class<? extends Annotation> annotation) {
		return type != null && AnnotationUtils.isCandidateClass(type, annotation) && !of(type, annotation).isEmpty();
	}

	/**
	 * Returns the methods of a class for which a look-up succeeds. If a public method of
	 * a non-public superclass is called through a bridge method, the result contains the
	 * bridged method, as {@link AopUtils#getMostSpecificMethod} returns it.
	 * @param <A> the type of the results
	 * @param type the class of a bean
	 * @param lookup returns the result for a method, or {@code null}
	 * @return the methods with their results
	 */
	public static <A> Map<Method, A> select(Class<?> type, MethodIntrospector.MetadataLookup<A> lookup) {
		Map<Method, A> selected = new LinkedHashMap<>();
		MethodIntrospector.selectMethods(type, lookup)
			.forEach((method, found) -> selected.put(BridgeMethodResolver.findBridgedMethod(method), found));
		return selected;
	}

	/**
	 * Returns the name of a method for messages.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the name, such as {@code com.example.Job.run()}
	 */
	public static String describe(Method method, Class<?> type) {
		return type.getName() + "." + method.getName() + "()";
	}

	/**
	 * Returns whether a method is a Kotlin suspend function. Such a method returns at its
	 * first suspension and continues later on any thread.
	 * @param method the method
	 * @return {@code true} if it is
	 */
	public static boolean isSuspendFunction(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		return parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION);
	}

	/**
	 * Returns whether a method of a class, its superclasses or its interfaces may be
	 * annotated.
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

	/**
	 * Returns whether an annotation may be composed of ours. Annotations of Java and
	 * Spring are not.
	 */
	private static boolean mayBringOthers(Class<? extends Annotation> annotation) {
		return !annotation.getName().startsWith("java.") && !isContainerClass(annotation);
	}

	/**
	 * Returns whether a class belongs to Spring. Most beans do, and searching all their
	 * methods would lengthen the startup. Spring's samples count as applications.
	 * @param type the class
	 * @return {@code true} if it does
	 */
	public static boolean isContainerClass(Class<?> type) {
		return type.getName().startsWith(SPRING) && !type.getName().startsWith(SAMPLES);
	}

}
