/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SkipValueTests {

	static List<Arguments> values() {
		return List.of(Arguments.of(boolean.class, false), Arguments.of(byte.class, (byte) 0),
				Arguments.of(short.class, (short) 0), Arguments.of(int.class, 0), Arguments.of(long.class, 0L),
				Arguments.of(float.class, 0F), Arguments.of(double.class, 0D), Arguments.of(char.class, '\0'),
				Arguments.of(Optional.class, Optional.empty()), Arguments.of(OptionalInt.class, OptionalInt.empty()),
				Arguments.of(OptionalLong.class, OptionalLong.empty()),
				Arguments.of(OptionalDouble.class, OptionalDouble.empty()), Arguments.of(void.class, null),
				Arguments.of(Void.class, null), Arguments.of(Object.class, null), Arguments.of(String.class, null),
				Arguments.of(Integer.class, null), Arguments.of(List.class, null), Arguments.of(Stream.class, null),
				Arguments.of(OwnFuture.class, null));
	}

	@ParameterizedTest
	@MethodSource("values")
	void skippedCallReturnsTheEmptyValueOfItsType(Class<?> type, @Nullable Object expected) {
		Object value = SkipValue.of(type).get();
		assertThat(value).isEqualTo(expected);
		if (expected != null) {
			// An int of the value 0 is not a result of a method that returns a long
			assertThat(value).hasSameClassAs(expected);
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { CompletableFuture.class, CompletionStage.class })
	void skippedStageIsDoneAndNew(Class<?> type) {
		Object first = SkipValue.of(type).get();
		assertThat(first).isExactlyInstanceOf(CompletableFuture.class);
		assertThat(((CompletableFuture<?>) first)).isCompletedWithValue(null);
		assertThat(SkipValue.of(type).get()).as("the caller may complete it again").isNotSameAs(first);
	}

	static class OwnFuture extends CompletableFuture<String> {

	}

}
