/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link History}.
 */
class HistoryTests {

	private final History history = new History();

	@Test
	void handoverIsNotAnOverlap() {
		this.history.begins(1, "spread-0", 100);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(2, "spread-0", 201);
		assertThat(this.history.overlaps()).isZero();
		assertThat(this.history.begun(150, 300)).isOne();
		assertThat(this.history.led(1)).isZero();
		assertThat(this.history.led(2)).isOne();
	}

	@Test
	void twoLeadersOfOneElectionAreFound() {
		this.history.begins(1, "spread-0", 100);
		this.history.begins(2, "spread-0", 199);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(1, "spread-1", 100);
		assertThat(this.history.overlaps()).isOne();
	}

	@Test
	void killedInstanceLeadsUntilTheSignal() {
		this.history.begins(1, "spread-0", 100);
		this.history.gone(1, 300);
		this.history.begins(2, "spread-0", 400);
		assertThat(this.history.overlaps()).isZero();
		assertThat(this.history.terms()).extracting(History.Term::until).containsExactly(300L, History.OPEN);
	}

	@Test
	void balanceCountsFromTheLastImbalance() {
		for (int i = 0; i < 4; i++) {
			this.history.begins(1, "spread-" + i, 100 + i);
		}
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(History.OPEN);
		this.history.ends(1, "spread-0", 200);
		this.history.begins(2, "spread-0", 210);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(210);
		this.history.ends(2, "spread-0", 250);
		this.history.begins(1, "spread-0", 260);
		this.history.ends(1, "spread-0", 270);
		this.history.begins(2, "spread-0", 280);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 1)).isEqualTo(280);
		assertThat(this.history.evenSince(List.of(1, 2), 4, 0)).isEqualTo(History.OPEN);
	}

	@Test
	void leadershipLastsUntilItsLastSample() {
		this.history.begins(1, "election-0", 110);
		assertThat(this.history.ledUntil(1, 300)).as("still leads").isGreaterThan(300);
		this.history.ends(1, "election-0", 500);
		assertThat(this.history.ledUntil(1, 300)).as("led beside another from 300 on").isEqualTo(500);
		assertThat(this.history.ledUntil(1, 700)).isEqualTo(500);
	}

	@Test
	void waitsForATerm() throws InterruptedException {
		assertThat(this.history.await((term) -> true, Duration.ZERO)).isNull();
		this.history.begins(2, "election-0", 450);
		assertThat(this.history.await((term) -> term.from() > 400, Duration.ZERO)).isNotNull();
	}

}
