/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import io.leaderelection.benchmarks.succession.History.Change;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link History}, with instants in nanoseconds.
 */
class HistoryTests {

	private final History former = new History();

	private final History next = new History();

	@Test
	void leadershipLastsUntilItsLastSample() {
		this.former.add(new Change(true, 100, 110));
		this.former.add(new Change(false, 500, 510));
		assertThat(this.former.ledUntil(300)).isEqualTo(500);
	}

	@Test
	void leadershipHasNoEndWhileItLasts() {
		this.former.add(new Change(true, 100, 110));
		assertThat(this.former.ledUntil(300)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void killedProcessLeadsNoLonger() {
		this.former.add(new Change(true, 100, 110));
		this.former.killed(400);
		assertThat(this.former.ledUntil(300)).isEqualTo(400);
		this.next.add(new Change(true, 450, 460));
		assertThat(History.overlap(this.former, this.next)).isZero();
	}

	@Test
	void overlapCountsOnlyCertainLeadership() {
		this.former.add(new Change(true, 100, 110));
		this.former.add(new Change(false, 500, 510));
		this.next.add(new Change(true, 440, 450));
		this.next.add(new Change(false, 900, 910));
		assertThat(History.overlap(this.former, this.next)).isEqualTo(50);
		assertThat(History.overlap(this.next, this.former)).isEqualTo(50);
	}

	@Test
	void handoverWithoutOverlapHasNone() {
		this.former.add(new Change(true, 100, 110));
		this.former.add(new Change(false, 500, 510));
		this.next.add(new Change(true, 499, 505));
		this.next.add(new Change(false, 900, 910));
		assertThat(History.overlap(this.former, this.next)).isZero();
	}

	@Test
	void stoppedLeaderOverlapsOnlyAfterItResumes() {
		this.former.add(new Change(true, 100, 110));
		this.former.stopped(300, 800);
		this.former.add(new Change(false, 820, 825));
		this.next.add(new Change(true, 500, 510));
		this.next.add(new Change(false, 900, 910));
		assertThat(History.overlap(this.former, this.next)).isEqualTo(20);
	}

	@Test
	void roundContainsSuccessionVacancyAndOverlap() {
		this.former.add(new Change(true, 0, 0));
		this.former.add(new Change(false, 3_000_000, 3_100_000));
		Change change = new Change(true, 4_500_000, 5_000_000);
		this.next.add(change);
		Round round = Round.of(1_000_000, this.former, this.next, change);
		assertThat(round.took()).isEqualTo(4);
		assertThat(round.vacancy()).isEqualTo(2);
		assertThat(round.overlap()).isZero();
		assertThat(round.pastExpiry()).isNaN();
	}

}
