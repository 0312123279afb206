/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.leaderelection.engine.SteppedTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CallBudget}.
 */
class CallBudgetTests {

	private final SteppedTime time = new SteppedTime();

	private final CallBudget budget = new CallBudget(this.time.ticker(), Duration.ofSeconds(3));

	@Test
	void isSpentByTimeAndNeverNegative() {
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.budget.nanosUsed()).isEqualTo(Duration.ofSeconds(1).toNanos());
		assertThat(this.budget.nanosLeft()).isEqualTo(Duration.ofSeconds(2).toNanos());
		assertThat(this.budget.millisLeft()).isEqualTo(2000);
		assertThat(this.budget.isSpent()).isFalse();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.budget.nanosLeft()).isZero();
		assertThat(this.budget.millisLeft()).as("zero would mean no limit").isOne();
		assertThat(this.budget.isSpent()).isTrue();
		assertThat(this.budget).hasToString("3000 ms");
	}

	@Test
	void awaitsNoLongerThanItLasts() throws Exception {
		assertThat(this.budget.await(CompletableFuture.completedFuture("answer"))).isEqualTo("answer");
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.budget.await(CompletableFuture.completedFuture("answer"))).as("it is there")
			.isEqualTo("answer");
		assertThatExceptionOfType(TimeoutException.class)
			.isThrownBy(() -> this.budget.await(new CompletableFuture<>()));
		assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> this.budget.await(CompletableFuture.failedFuture(new IllegalStateException("refused"))))
			.withCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void interruptedThreadStaysInterrupted() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> this.budget.await(new CompletableFuture<>()));
		assertThat(Thread.interrupted()).isTrue();
	}

}
