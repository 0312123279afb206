/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import io.leaderelection.annotation.Otherwise;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Distinguishes the results of methods: no further work, work that continues, or work
 * that begins on subscription.
 */
final class ReturnedWork {

	/** Such a future has no completion callback, so the guard would have to poll it. */
	static final Refusal PLAIN_FUTURE = new Refusal("returns a Future that does not report when its work is done",
			"Return a CompletableFuture");

	private static final Refusal WITHOUT_REACTOR = new Refusal(
			"returns a reactive type, which can be guarded only with Reactor",
			"Add io.projectreactor:reactor-core to the class path");

	private static final @Nullable Class<?> PUBLISHER = publisher();

	private final Supplier<@Nullable ReactiveGuards> reactive;

	/**
	 * Creates the rules.
	 * @param reactive supplies what guards reactive types, or {@code null} without
	 * Reactor; called for the first of them
	 */
	ReturnedWork(Supplier<@Nullable ReactiveGuards> reactive) {
		this.reactive = reactive;
	}

	private static @Nullable Class<?> publisher() {
		String name = "org.reactivestreams.Publisher";
		ClassLoader classLoader = ReturnedWork.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
	}

	/**
	 * Returns the return type of a method, with type variables resolved.
	 * @param method the method, of the class or of an interface or superclass
	 * @param target the class of the target
	 * @return the type
	 */
	static Class<?> type(Method method, Class<?> target) {
		Class<?> userType = ClassUtils.getUserClass(target);
		return GenericTypeResolver.resolveReturnType(AopUtils.getMostSpecificMethod(method, userType), userType);
	}

	/**
	 * Guards a method according to its return type.
	 * @param guard supplies the guard
	 * @param type the type
	 * @return the guarded method
	 */
	GuardedMethod method(Supplier<Guard> guard, Class<?> type) {
		if (mayBeStage(type)) {
			return new GuardedFutureMethod(guard.get(), type, this);
		}
		ReactiveGuards reactive = isReactive(type) ? this.reactive.get() : null;
		// Spring calls reactive methods while it creates beans, and subscribes later
		return (reactive != null) ? reactive.method(SingletonSupplier.of(guard), type)
				: new GuardedPlainMethod(guard.get());
	}

	/** Returns whether the work of a type begins on subscription. */
	private static boolean isReactive(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	private static boolean isPublisher(Class<?> type) {
		return (PUBLISHER != null && PUBLISHER.isAssignableFrom(type)) || Flow.Publisher.class.isAssignableFrom(type);
	}

	/**
	 * Returns why a method with a given return type cannot be guarded.
	 * @param type the type
	 * @param otherwise the behaviour when this instance does not lead
	 * @return the reason, or {@code null} if the method can be guarded
	 */
	@Nullable Refusal refusal(Class<?> type, Otherwise otherwise) {
		if (Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type)) {
			return PLAIN_FUTURE;
		}
		if (mayBeStage(type) || !(isReactive(type) || isPublisher(type))) {
			return null;
		}
		ReactiveGuards reactive = this.reactive.get();
		if (reactive == null) {
			return isPublisher(type) ? WITHOUT_REACTOR : null;
		}
		return isReactive(type) ? reactive.refusal(type, otherwise) : null;
	}

	private static boolean mayBeStage(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type) || type.isAssignableFrom(CompletableFuture.class);
	}

	/**
	 * Guards the result of a method that is reactive although its return type is not.
	 * @param guard the guard of the method
	 * @param result the result of the method
	 * @return the result for the caller: the same object unless it is reactive
	 */
	Object guardLater(Guard guard, Object result) {
		ReactiveGuards reactive = isReactive(result.getClass()) ? this.reactive.get() : null;
		return (reactive != null) ? reactive.guardLater(guard, result) : result;
	}

}
