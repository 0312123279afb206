/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;

@ExtendWith(MockitoExtension.class)
class ReconciliationTests {

	@Test
	void reconcilesUntilTheTermEnds(@Mock Leadership leadership) throws InterruptedException {
		given(leadership.fencingToken()).willReturn(7L);
		given(leadership.awaitEnd(any())).willReturn(false, true);
		Reconciliation reconciliation = new Reconciliation();
		reconciliation.reconcile(leadership);
		assertThat(reconciliation.tokens).containsExactly(7L, 7L);
	}

	static class Reconciliation {

		private final List<Long> tokens = new ArrayList<>();

		@LeaderTask("reconciliation")
		void reconcile(Leadership leadership) throws InterruptedException {
			do {
				this.tokens.add(leadership.fencingToken());
			}
			while (!leadership.awaitEnd(Duration.ofSeconds(30)));
		}

	}

}
