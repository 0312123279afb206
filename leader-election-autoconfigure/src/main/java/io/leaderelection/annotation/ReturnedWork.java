/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.GenericTypeResolver;
import org.springframework.util.ClassUtils;

/**
 * What a method's result stands for, told by its declared type.
 */
enum ReturnedWork {

	/** None: the work is done when the method returns. */
	NONE,

	/** Perhaps work that goes on after the method has returned. */
	FUTURE,

	/** Work that begins when somebody subscribes. */
	PIPELINE;

	/** The guard could end with such work only by asking again and again. */
	static final Problem PLAIN_FUTURE = new Problem("returns a Future that does not report when its work is done",
			"Return a CompletableFuture");

	private static final boolean REACTOR_PRESENT = isPresent("reactor.core.publisher.Flux");

	private static final @Nullable Class<?> PUBLISHER = isPresent("org.reactivestreams.Publisher")
			? ClassUtils.resolveClassName("org.reactivestreams.Publisher", ReturnedWork.class.getClassLoader()) : null;

	private static boolean isPresent(String name) {
		return ClassUtils.isPresent(name, ReturnedWork.class.getClassLoader());
	}

	/**
	 * What a method returns, with type variables resolved.
	 * @param method the method, of the class or of an interface or superclass
	 * @param target the class of the target
	 * @return the type
	 */
	static Class<?> type(Method method, Class<?> target) {
		Class<?> userType = ClassUtils.getUserClass(target);
		return GenericTypeResolver.resolveReturnType(AopUtils.getMostSpecificMethod(method, userType), userType);
	}

	/**
	 * Tells by the type that a method returns.
	 * @param type the type
	 * @return what it stands for
	 */
	static ReturnedWork of(Class<?> type) {
		if (CompletionStage.class.isAssignableFrom(type) || type.isAssignableFrom(CompletableFuture.class)) {
			return FUTURE;
		}
		return (REACTOR_PRESENT && GuardedReactiveMethod.isReactive(type)) ? PIPELINE : NONE;
	}

	/**
	 * Tells why a method that returns a type cannot be guarded.
	 * @param type the type
	 * @param otherwise what is asked for where this instance does not lead
	 * @return what is wrong and how to mend it, or {@code null} if nothing is
	 */
	static @Nullable Problem problem(Class<?> type, Otherwise otherwise) {
		if (Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type)) {
			return PLAIN_FUTURE;
		}
		if (REACTOR_PRESENT) {
			return (of(type) == PIPELINE) ? GuardedReactiveMethod.problem(type, otherwise) : null;
		}
		boolean publisher = PUBLISHER != null && PUBLISHER.isAssignableFrom(type);
		return (publisher || Flow.Publisher.class.isAssignableFrom(type))
				? new Problem("returns a reactive type, which can be guarded only with Reactor",
						"Add io.projectreactor:reactor-core to the class path")
				: null;
	}

	/**
	 * Sees to it that what a method returned unannounced is guarded when it is subscribed
	 * to.
	 * @param guard the guard of the method
	 * @param result what the method returned
	 * @return what the caller gets: the same unless it is reactive
	 */
	static Object guardLater(Guard guard, Object result) {
		return REACTOR_PRESENT ? GuardedReactiveMethod.guardLater(guard, result) : result;
	}

	/**
	 * Why a method cannot be guarded.
	 *
	 * @param why what is wrong with it, to follow "it"
	 * @param action how to mend it
	 */
	record Problem(String why, String action) {
	}

}
