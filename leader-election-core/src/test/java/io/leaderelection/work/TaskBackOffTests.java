/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TaskBackOff}.
 */
class TaskBackOffTests {

	@Test
	void longRunRestartsTheBackOff() {
		TaskBackOff backOff = new TaskBackOff();
		for (int i = 0; i < 100; i++) {
			assertThat(backOff.failed(Duration.ZERO)).isBetween(Duration.ofMillis(500), TaskBackOff.LONGEST);
		}
		assertThat(backOff.failed(Duration.ZERO)).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
		assertThat(backOff.failed(TaskBackOff.LONGEST)).isLessThanOrEqualTo(TaskBackOff.FIRST);
	}

}
