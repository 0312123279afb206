/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the result of a skipped call by the return type. {@link ReactiveGuards} does so
 * for reactive types.
 */
final class SkipValue {

	private static final Map<Class<?>, Object> CONSTANTS = Map.ofEntries(Map.entry(boolean.class, false),
			Map.entry(byte.class, (byte) 0), Map.entry(short.class, (short) 0), Map.entry(int.class, 0),
			Map.entry(long.class, 0L), Map.entry(float.class, 0F), Map.entry(double.class, 0D),
			Map.entry(char.class, '\0'), Map.entry(Optional.class, Optional.empty()),
			Map.entry(OptionalInt.class, OptionalInt.empty()), Map.entry(OptionalLong.class, OptionalLong.empty()),
			Map.entry(OptionalDouble.class, OptionalDouble.empty()));

	private SkipValue() {
	}

	/**
	 * Chooses the result of skipped calls.
	 * @param type the return type of a method
	 * @return supplies the value; a new one for each call if callers could change it
	 */
	static Supplier<@Nullable Object> of(Class<?> type) {
		Object constant = CONSTANTS.get(type);
		if (constant != null) {
			return () -> constant;
		}
		if (type != Object.class && type.isAssignableFrom(CompletableFuture.class)) {
			return SkipValue::done;
		}
		return () -> null;
	}

	private static Object done() {
		Object done = CompletableFuture.completedFuture(null);
		return done;
	}

}
