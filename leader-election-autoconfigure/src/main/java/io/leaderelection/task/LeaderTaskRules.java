/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.OnFailure;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Checks whether a method can be a task.
 */
final class LeaderTaskRules {

	private LeaderTaskRules() {
	}

	/**
	 * Checks a method as far as possible without its bean.
	 * @param where the annotation and the method in messages
	 * @param method the method
	 * @param type the class of the bean
	 * @throws InvalidLeaderAnnotationException if it cannot be a task
	 */
	static void check(String where, Method method, Class<?> type) {
		checkCallable(where, method);
		checkSignature(where, method);
		if (AnnotatedElementUtils.hasAnnotation(method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(type, Async.class)) {
			throw refused(where, "is @Async, so it would return at once and its work would not be bound to the term",
					"Remove @Async: a task has a thread of its own");
		}
	}

	private static void checkCallable(String where, Method method) {
		if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
			throw refused(where, "is a @Bean method, which makes a bean on every instance",
					"Put @LeaderTask on a method of the bean instead");
		}
		if (Modifier.isStatic(method.getModifiers())) {
			throw refused(where, "is static, so it belongs to no bean", "Make it an instance method");
		}
		if (Modifier.isPrivate(method.getModifiers())) {
			throw refused(where, "is private, so it cannot be called through a proxy",
					"Make it public or package-private");
		}
		if (AnnotatedMethods.isSuspendFunction(method)) {
			throw refused(where, "is a suspend function of Kotlin, so it would return before its work is done",
					"Let a function that does not suspend call it with runBlocking");
		}
	}

	private static void checkSignature(String where, Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		if (parameters.length > 1 || (parameters.length == 1 && parameters[0] != Leadership.class)) {
			throw refused(where, "takes parameters that nobody can supply",
					"Take no parameter, or a single one of type " + Leadership.class.getName());
		}
		if (method.getReturnType() != void.class) {
			throw refused(where,
					"returns " + method.getReturnType().getName()
							+ ", which nobody would receive, and the work would count as done when it returns",
					"Return void, and only when the work is done");
		}
	}

	/**
	 * Returns the number of consecutive failures after which the instance hands over.
	 * @param where the annotation and its place in messages
	 * @param onFailure the behaviour on a failure
	 * @param after the number in the annotation
	 * @return the number, or 0 for never
	 * @throws InvalidLeaderAnnotationException if the two contradict each other
	 */
	static int stepDownAfter(String where, OnFailure onFailure, int after) {
		if (onFailure == OnFailure.STEP_DOWN && after < 1) {
			throw new InvalidLeaderAnnotationException(
					where + " has onFailure = STEP_DOWN and after = " + after
							+ ", which is not a number of failures to step down after",
					"Set after = 1 to step down after the first failure, or after = 3 after three in a row");
		}
		if (onFailure != OnFailure.STEP_DOWN && after != 0) {
			throw new InvalidLeaderAnnotationException(
					where + " has after = " + after + ", which has no effect with onFailure = " + onFailure,
					"Add onFailure = STEP_DOWN, or leave after out");
		}
		return after;
	}

	/**
	 * Returns the method to call on a bean, which may be a proxy.
	 * @param where the annotation and the method in messages
	 * @param method the method
	 * @param bean the bean, possibly a proxy
	 * @return the method
	 * @throws InvalidLeaderAnnotationException if it cannot be called on the bean
	 */
	static Method invocable(String where, Method method, Object bean) {
		Method invocable;
		try {
			invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
		}
		catch (IllegalStateException ex) {
			throw refused(where, "belongs to a bean behind a JDK proxy but to none of its interfaces",
					"Add the method to an interface, or set spring.aop.proxy-target-class=true");
		}
		if (AopUtils.isCglibProxy(bean) && !isOverridden(invocable, bean.getClass())) {
			throw refused(where,
					"cannot be called through the proxy of its bean, because it is final or package-private in another "
							+ "package",
					"Make it public and not final (in Kotlin: add open)");
		}
		ReflectionUtils.makeAccessible(invocable);
		return invocable;
	}

	private static boolean isOverridden(Method method, Class<?> proxy) {
		int modifiers = method.getModifiers();
		boolean visible = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
				|| method.getDeclaringClass().getPackageName().equals(ClassUtils.getUserClass(proxy).getPackageName());
		return visible && !Modifier.isFinal(modifiers);
	}

	private static InvalidLeaderAnnotationException refused(String where, String why, String action) {
		return new InvalidLeaderAnnotationException(where + " cannot be run: the method " + why, action);
	}

}
