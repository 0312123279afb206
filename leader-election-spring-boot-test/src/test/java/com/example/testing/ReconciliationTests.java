/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class ReconciliationTests {

	@Test
	void reconcilesUntilTheTermEnds() throws InterruptedException {
		Leadership leadership = mock(Leadership.class);
		given(leadership.fencingToken()).willReturn(7L);
		given(leadership.awaitEnd(any())).willReturn(false, true);
		List<Long> tokens = new ArrayList<>();
		new Reconciliation(tokens::add).reconcile(leadership);
		assertThat(tokens).containsExactly(7L, 7L);
	}

	record Reconciliation(LongConsumer work) {

		@LeaderTask("reconciliation")
		void reconcile(Leadership leadership) throws InterruptedException {
			do {
				this.work.accept(leadership.fencingToken());
			}
			while (!leadership.awaitEnd(Duration.ofSeconds(30)));
		}

	}

}
