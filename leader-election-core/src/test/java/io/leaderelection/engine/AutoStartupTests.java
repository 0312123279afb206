/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.TransitionCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for elections in which a candidate is paused from the start, in stepped time.
 */
class AutoStartupTests extends EngineRig {

	private static final ElectionSettings PAUSED = ElectionSettings.DEFAULT.withAutoStartup(false);

	private final ElectionEngine engine = builder().election("billing", PAUSED)
		.election("orders", PAUSED.withPartitions(2))
		.build();

	private static void assertPaused(LeaderElection election) {
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThat(election.status().withheldBy()).containsExactly(TransitionCause.PAUSED);
	}

	@Test
	void electionIsPausedUntilItIsResumed() {
		LeaderElection billing = this.engine.join("billing").election();
		LeaderElection other = follow(this.engine, "other");
		this.time.advance(Duration.ofMinutes(5));
		assertPaused(billing);
		assertThat(other.isLeader()).isTrue();
		billing.resume();
		this.time.runReady();
		assertThat(billing.isLeader()).isTrue();
	}

	@Test
	void pausedElectionKnowsTheLeader() {
		ElectionEngine leading = builder().build();
		follow(leading, "billing");
		LeaderElection billing = follow(this.engine, "billing");
		this.time.advance(Duration.ofSeconds(10));
		assertPaused(billing);
		assertLedBy(leading, billing);
	}

	@Test
	void resumedElectionIsNotPausedByARestart() {
		LeaderElection billing = follow(this.engine, "billing");
		this.engine.stop();
		this.engine.start();
		this.time.runReady();
		assertPaused(billing);
		billing.resume();
		this.engine.stop();
		this.engine.start();
		this.time.runReady();
		assertThat(billing.isLeader()).isTrue();
	}

	@Test
	void electionResumedBeforeTheStartIsNotPaused() {
		LeaderElection billing = this.engine.join("billing").election();
		billing.resume();
		this.engine.start();
		assertThat(billing.isLeader()).isTrue();
	}

	@Test
	void electionJoinedLaterIsPaused() {
		this.engine.start();
		LeaderElection billing = this.engine.join("billing").election();
		this.time.runReady();
		assertPaused(billing);
	}

	@Test
	void partitionsArePausedLikeTheirElection() {
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.engine.partitioned().get(0).partitions()).allSatisfy(AutoStartupTests::assertPaused);
		LeaderElection one = this.engine.get("orders:1");
		one.resume();
		this.time.runReady();
		assertThat(one.isLeader()).isTrue();
		assertPaused(this.engine.get("orders:0"));
	}

	@Test
	void engineThatAlwaysLeadsIsPausedToo() throws InterruptedException {
		try (ElectionEngine always = ElectionEngineBuilder.alwaysLeading().elections(PAUSED).build()) {
			LeaderElection billing = follow(always, "billing");
			assertPaused(billing);
			billing.resume();
			assertThat(billing.awaitLeader(Duration.ofSeconds(20))).isTrue();
		}
	}

}
