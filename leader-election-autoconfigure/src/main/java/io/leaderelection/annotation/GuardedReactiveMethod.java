/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.Optional;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * A method that returns a reactive type: called and guarded once for each subscriber,
 * from subscription to the end. Loaded only if Reactor is there.
 */
final class GuardedReactiveMethod implements GuardedMethod {

	private final Supplier<Guard> guard;

	private final ReactiveAdapter adapter;

	/**
	 * Creates the method.
	 * @param guard supplies the guard when somebody subscribes
	 * @param returned what the method returns
	 */
	GuardedReactiveMethod(Supplier<Guard> guard, Class<?> returned) {
		this.guard = guard;
		this.adapter = require(adapter(returned), returned);
	}

	static boolean isReactive(Class<?> type) {
		return adapter(type) != null;
	}

	static ReturnedWork.@Nullable Problem problem(Class<?> type, Otherwise otherwise) {
		ReactiveAdapter adapter = require(adapter(type), type);
		Class<?> made = (adapter.getReactiveType() == Publisher.class) ? Flux.class : adapter.getReactiveType();
		if (!type.isAssignableFrom(made)) {
			return new ReturnedWork.Problem("returns " + type.getName() + ", which no guard can make",
					"Declare " + made.getName() + " as its return type");
		}
		if (otherwise == Otherwise.SKIP && !adapter.supportsEmpty()) {
			return new ReturnedWork.Problem(
					"returns " + type.getName() + ", which cannot be empty where the call is skipped",
					"Return a type that can be empty, such as Mono or Maybe, or set otherwise = Otherwise.THROW");
		}
		return null;
	}

	static Object guardLater(Guard guard, Object result) {
		ReactiveAdapter adapter = (result instanceof Optional<?>) ? null : adapter(result.getClass());
		return (adapter != null) ? handOut(adapter, new GuardedFlux(() -> guard, () -> adapter.toPublisher(result)))
				: result;
	}

	private static @Nullable ReactiveAdapter adapter(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

	private static ReactiveAdapter require(@Nullable ReactiveAdapter adapter, Class<?> type) {
		if (adapter == null) {
			throw new IllegalStateException(type.getName() + " is not a reactive type");
		}
		return adapter;
	}

	@Override
	public Object call(MethodInvocation invocation) {
		ProxyMethodInvocation repeatable = (ProxyMethodInvocation) invocation;
		return handOut(this.adapter,
				new GuardedFlux(this.guard, () -> this.adapter.toPublisher(repeatable.invocableClone().proceed())));
	}

	private static Object handOut(ReactiveAdapter adapter, Flux<Object> flux) {
		// Not Mono.from, which would cancel the work at its first value
		return adapter.fromPublisher(adapter.isMultiValue() ? flux : Mono.fromDirect(flux));
	}

}
