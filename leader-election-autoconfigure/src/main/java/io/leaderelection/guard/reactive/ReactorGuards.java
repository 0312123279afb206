/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.Optional;
import java.util.function.Supplier;

import io.leaderelection.annotation.Otherwise;
import io.leaderelection.guard.Guard;
import io.leaderelection.guard.GuardedMethod;
import io.leaderelection.guard.ReactiveGuards;
import io.leaderelection.guard.Refusal;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Guards reactive types through Reactor. A method that returns one is called and guarded
 * once for each subscriber, from the subscription to its end.
 */
final class ReactorGuards implements ReactiveGuards {

	@Override
	public @Nullable Refusal refusal(Class<?> type, Otherwise otherwise) {
		ReactiveAdapter adapter = required(type);
		Class<?> made = (adapter.getReactiveType() == Publisher.class) ? Flux.class : adapter.getReactiveType();
		if (!type.isAssignableFrom(made)) {
			return new Refusal("returns " + type.getName() + ", which a guard cannot create",
					"Declare " + made.getName() + " as its return type");
		}
		if (otherwise == Otherwise.SKIP && !adapter.supportsEmpty()) {
			return new Refusal("returns " + type.getName() + ", which cannot be empty where the call is skipped",
					"Return a type that can be empty, such as Mono or Maybe, or set otherwise = Otherwise.THROW");
		}
		return null;
	}

	@Override
	public GuardedMethod method(Supplier<Guard> guard, Class<?> type) {
		ReactiveAdapter adapter = required(type);
		return (invocation) -> {
			ProxyMethodInvocation repeatable = (ProxyMethodInvocation) invocation;
			return new GuardedFlux(guard, () -> adapter.toPublisher(repeatable.invocableClone().proceed()))
				.adapted(adapter);
		};
	}

	@Override
	public Object guardLater(Guard guard, Object result) {
		ReactiveAdapter adapter = (result instanceof Optional<?>) ? null : adapter(result.getClass());
		return (adapter != null) ? new GuardedFlux(() -> guard, () -> adapter.toPublisher(result)).adapted(adapter)
				: result;
	}

	private static ReactiveAdapter required(Class<?> type) {
		ReactiveAdapter adapter = adapter(type);
		if (adapter == null) {
			throw new IllegalStateException(type.getName() + " is not a reactive type");
		}
		return adapter;
	}

	private static @Nullable ReactiveAdapter adapter(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

}
