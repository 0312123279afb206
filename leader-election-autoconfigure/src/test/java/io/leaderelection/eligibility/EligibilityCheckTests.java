/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import io.leaderelection.Sneaky;
import io.leaderelection.testkit.ManualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EligibilityCheckTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final ManualTime time = new ManualTime();

	/** Questions that no thread has started yet. */
	private final Queue<Runnable> open = new ArrayDeque<>();

	private @Nullable String problem;

	private @Nullable Throwable failure;

	private final EligibilityCheck check = new EligibilityCheck(this::answer, PATIENCE, this.time.ticker());

	private @Nullable String answer() {
		if (this.failure != null) {
			throw Sneaky.sneak(this.failure);
		}
		return this.problem;
	}

	private void ask() {
		this.check.ask(this.open::add, this.check::isEligible);
	}

	private void askAndAnswer() {
		ask();
		this.open.remove().run();
	}

	@Test
	void isEligibleUntilItsPatienceHasPassed() {
		assertThat(this.check.isEligible()).isTrue();
		this.time.advance(PATIENCE);
		assertThat(this.check.isEligible()).isFalse();
	}

	@Test
	void shortFailureIsTolerated() {
		for (int i = 0; i < 20; i++) {
			this.problem = (i % 2 == 0) ? "db is DOWN" : null;
			askAndAnswer();
			this.time.advance(Duration.ofSeconds(4));
			assertThat(this.check.isEligible()).isTrue();
		}
	}

	@Test
	void hangingQuestionIsABadAnswerAndNotAskedAgain() {
		askAndAnswer();
		ask();
		this.time.advance(Duration.ofSeconds(5));
		ask();
		assertThat(this.open).hasSize(1);
		this.time.advance(Duration.ofSeconds(5));
		assertThat(this.check.isEligible()).isFalse();
		assertThat(this.check.problem()).isEqualTo("no answer");
	}

	@Test
	void goodAnswerThatTookTooLongIsABadOne() {
		askAndAnswer();
		ask();
		this.time.advance(PATIENCE);
		this.open.remove().run();
		assertThat(this.check.isEligible()).isFalse();
		assertThat(this.check.problem()).isEqualTo("the answer took 10000 ms");
		askAndAnswer();
		assertThat(this.check.isEligible()).isTrue();
	}

	static Stream<Throwable> failures() {
		return Stream.of(new IllegalStateException("no connection"), new IOException("no connection"),
				new InterruptedException("no connection"));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void rule18ExceptionCountsAsABadAnswer(Throwable failure) {
		this.failure = failure;
		askAndAnswer();
		this.time.advance(PATIENCE);
		assertThat(this.check.isEligible()).isFalse();
		assertThat(this.check.problem()).contains("no connection");
		this.failure = null;
		askAndAnswer();
		assertThat(this.check.isEligible()).isTrue();
	}

	@Test
	void rule18QuestionThatNoThreadAcceptsIsAskedAgain() {
		this.check.ask((task) -> {
			throw new InternalError("unable to create native thread");
		}, () -> {
		});
		assertThat(this.check.problem()).contains("unable to create native thread");
		this.time.advance(PATIENCE);
		assertThat(this.check.isEligible()).isFalse();
		askAndAnswer();
		assertThat(this.check.isEligible()).isTrue();
	}

	/** There may be no memory for the report. */
	@Test
	@DisplayName("Rule 18: a question that no thread accepts is asked again even if the report fails")
	void rule18QuestionThatCannotEvenFailIsAskedAgain() {
		RejectedExecutionException refusal = new RejectedExecutionException() {

			@Override
			public String toString() {
				throw new OutOfMemoryError("Java heap space");
			}

		};
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.check.ask((task) -> {
			throw refusal;
		}, () -> {
		}));
		this.check.withhold();
		askAndAnswer();
		assertThat(this.check.isEligible()).isTrue();
	}

	@Test
	void rule18QuestionWithALostAnswerIsAskedAgain() {
		this.check.ask(this.open::add, () -> {
			throw new RejectedExecutionException("from the test");
		});
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(this.open.remove()::run);
		this.time.advance(PATIENCE);
		assertThat(this.check.isEligible()).isFalse();
		askAndAnswer();
		assertThat(this.check.isEligible()).isTrue();
	}

}
