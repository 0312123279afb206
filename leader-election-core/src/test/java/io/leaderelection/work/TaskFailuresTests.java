/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TaskFailures}.
 */
class TaskFailuresTests {

	@Test
	void withoutCoolDownTheCandidateWaitsForASecond() {
		TaskFailures failures = new TaskFailures(1, Duration.ZERO);
		assertThat(failures.handOver()).isEqualTo(Duration.ofSeconds(1));
		assertThat(failures.handOver()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void coolDownLongerThanTenMinutesIsKept() {
		TaskFailures failures = new TaskFailures(1, Duration.ofDays(365));
		for (int i = 0; i < 100; i++) {
			assertThat(failures.handOver()).isEqualTo(Duration.ofDays(365));
		}
	}

	@Test
	void workOfLessThanAMinuteIsNotASuccess() {
		TaskFailures failures = new TaskFailures(2, Duration.ofSeconds(5));
		assertThat(failures.failed()).isFalse();
		failures.worked(Duration.ofSeconds(59));
		assertThat(failures.failed()).isTrue();
		failures.worked(Duration.ofSeconds(60));
		assertThat(failures.failed()).isFalse();
	}

	@Test
	void longRunRestartsTheBackOff() {
		TaskFailures failures = new TaskFailures(0, Duration.ZERO);
		for (int i = 0; i < 100; i++) {
			assertThat(failures.backOff(Duration.ZERO)).isBetween(Duration.ofMillis(500), TaskFailures.LONGEST_DELAY);
		}
		assertThat(failures.backOff(Duration.ZERO)).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
		assertThat(failures.backOff(TaskFailures.LONGEST_DELAY)).isLessThanOrEqualTo(TaskFailures.FIRST_DELAY);
	}

}
