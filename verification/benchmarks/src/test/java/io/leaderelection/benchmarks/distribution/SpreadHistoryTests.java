/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SpreadHistory}.
 */
class SpreadHistoryTests {

	private final SpreadHistory history = new SpreadHistory();

	@Test
	void handoverIsNotAnOverlap() {
		this.history.begins(1, "spread-0", 1, 100);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(2, "spread-0", 2, 201);
		assertThat(this.history.overlaps()).isZero();
		assertThat(this.history.begun(150, 300)).isOne();
		assertThat(this.history.led(1)).isZero();
		assertThat(this.history.led(2)).isOne();
	}

	@Test
	void twoLeadersOfOneElectionAreFound() {
		this.history.begins(1, "spread-0", 1, 100);
		this.history.begins(2, "spread-0", 2, 199);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(1, "spread-1", 1, 100);
		assertThat(this.history.overlaps()).isOne();
	}

	@Test
	void killedInstanceLeadsUntilTheSignal() {
		this.history.begins(1, "spread-0", 1, 100);
		this.history.ended(1, 300);
		this.history.begins(2, "spread-0", 2, 400);
		assertThat(this.history.overlaps()).isZero();
		assertThat(this.history.terms()).extracting(SampledTerm::until).containsExactly(300L, SampledTerm.OPEN);
	}

	@Test
	void balanceCountsFromTheLastImbalance() {
		for (int i = 0; i < 4; i++) {
			this.history.begins(1, "spread-" + i, 1, 100 + i);
		}
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(SampledTerm.OPEN);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(2, "spread-0", 2, 210);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(210);
		this.history.ends(2, "spread-0", 250);
		this.history.begins(1, "spread-0", 3, 260);
		this.history.ends(1, "spread-0", 270);
		this.history.begins(2, "spread-0", 4, 280);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(280);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 0)).isEqualTo(SampledTerm.OPEN);
	}

}
