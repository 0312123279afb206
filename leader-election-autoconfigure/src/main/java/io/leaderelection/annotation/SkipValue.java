/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.util.ClassUtils;

/**
 * What a skipped call returns, by return type.
 */
final class SkipValue {

	private static final Map<Class<?>, Object> CONSTANTS = Map.ofEntries(Map.entry(boolean.class, false),
			Map.entry(byte.class, (byte) 0), Map.entry(short.class, (short) 0), Map.entry(int.class, 0),
			Map.entry(long.class, 0L), Map.entry(float.class, 0F), Map.entry(double.class, 0D),
			Map.entry(char.class, '\0'), Map.entry(Optional.class, Optional.empty()),
			Map.entry(OptionalInt.class, OptionalInt.empty()), Map.entry(OptionalLong.class, OptionalLong.empty()),
			Map.entry(OptionalDouble.class, OptionalDouble.empty()));

	private static final boolean REACTOR_PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			SkipValue.class.getClassLoader());

	private SkipValue() {
	}

	/**
	 * Chooses what skipped calls return.
	 * @param type the return type of a method
	 * @return gives the value; a fresh one where a caller could change it
	 */
	static Supplier<@Nullable Object> of(Class<?> type) {
		Object constant = CONSTANTS.get(type);
		if (constant != null) {
			return () -> constant;
		}
		if (type != Object.class && type.isAssignableFrom(CompletableFuture.class)) {
			return SkipValue::done;
		}
		Object empty = (REACTOR_PRESENT) ? Reactive.empty(type) : null;
		return () -> empty;
	}

	private static Object done() {
		Object done = CompletableFuture.completedFuture(null);
		return done;
	}

	/** Loaded only if Reactor is there. */
	private static final class Reactive {

		static @Nullable Object empty(Class<?> type) {
			if (type == Mono.class || type == Publisher.class) {
				return Mono.empty();
			}
			return (type == Flux.class) ? Flux.empty() : null;
		}

	}

}
