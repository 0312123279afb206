/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Preference;
import io.leaderelection.store.Nonce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of elections in which a step throws, because the source of random numbers fails.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ElectionCrashTests extends EngineRig {

	private static final Duration LEASE = TIMING.lease();

	/** How many of the next draws fail. */
	private volatile int failing;

	private final Entropy entropy = new Entropy() {

		@Override
		public Nonce nonce() {
			fail();
			return Entropy.SYSTEM.nonce();
		}

		@Override
		public double jitter() {
			fail();
			return 0.5;
		}

		private void fail() {
			if (ElectionCrashTests.this.failing > 0) {
				ElectionCrashTests.this.failing = ElectionCrashTests.this.failing - 1;
				throw new InternalError("from the test");
			}
		}

	};

	private final ElectionEngine engine = builder().build();

	private final LeaderElection billing = this.engine.join("billing").election();

	@Override
	ElectionEngineBuilder builder() {
		return super.builder().entropy(this.entropy);
	}

	@AfterEach
	void clearInterrupts() {
		// Guarded calls run on this thread
		Thread.interrupted();
	}

	private void lead() {
		this.billing.addListener(this.recorder);
		lead(this.engine, "billing");
	}

	/** Makes the step fail that processes an unanswered renewal. */
	private void crashAsLeader() {
		this.store.failOn("renew");
		crash();
		this.store.down(false);
	}

	/** Makes the next step fail that draws a number. */
	private void crash() {
		this.failing = 1;
		for (int i = 0; i < 600 && this.failing > 0; i++) {
			this.time.advance(Duration.ofMillis(100));
		}
		assertThat(this.failing).isZero();
	}

	@Test
	void rule18CrashCostsATermAndNoMore() {
		LeaderElection other = this.engine.join("other").election();
		lead();
		long token = this.billing.status().fencingToken();
		GuardedCall call = enter(this.billing, OnLoss.INTERRUPT);
		crashAsLeader();
		assertThat(this.billing.isLeader()).isFalse();
		assertThat(call.leadership().isValid()).isFalse();
		assertThat(other.isLeader()).isTrue();
		assertThat(this.billing.status().lastError()).contains("A step of this election failed: from the test");
		this.time.advance(ElectionLoop.LOOK);
		assertThat(call.interrupted()).isTrue();
		assertThat(this.recorder.termEvents()).containsExactly("granted billing", "revoked billing FAILED");
		assertThat(this.billing.status().transitions()).anyMatch(
				(transition) -> transition.to() == ElectionState.STOPPED && transition.from() == ElectionState.LEADER
						&& transition.cause() == TransitionCause.FAILED && transition.fencingToken() == token);
		this.time.advance(LEASE.multipliedBy(2));
		assertThat(this.billing.status().state()).as("waits for its work").isEqualTo(ElectionState.STOPPED);
		assertThat(this.store.count("release")).as("released under its work").isZero();
		call.close();
		this.time.advance(LEASE.minusSeconds(1));
		assertThat(this.billing.isLeader()).isFalse();
		assertThat(this.billing.status().lastError()).as("after an answer of the store").isNull();
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.billing.isLeader()).isTrue();
		assertThat(this.billing.status().fencingToken()).isGreaterThan(token);
		assertThat(other.isLeader()).isTrue();
		assertThat(this.recorder.termEvents()).containsExactly("granted billing", "revoked billing FAILED",
				"granted billing");
	}

	@Test
	void rule18OtherInstanceLeadsWithinALease() {
		ElectionEngine second = builder().build();
		lead();
		LeaderElection next = follow(second, "billing");
		crashAsLeader();
		this.time.advance(LEASE);
		assertThat(next.isLeader()).isTrue();
		this.time.advance(LEASE.multipliedBy(2));
		assertThat(next.isLeader()).isTrue();
		assertLedBy(second, this.billing);
	}

	@Test
	void rule18CrashDuringAHandoverRevokesOnce() {
		lead();
		GuardedCall call = enter(this.billing, OnLoss.INTERRUPT);
		CompletableFuture<Void> handover = this.billing.stepDown().toCompletableFuture();
		this.time.runReady();
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.DRAINING);
		crashAsLeader();
		this.time.advance(ElectionLoop.LOOK);
		assertThat(call.interrupted()).isTrue();
		assertThat(handover).isNotDone();
		call.close();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(handover).isCompleted();
		assertThat(this.recorder.termEvents()).containsExactly("granted billing", "revoked billing STEP_DOWN");
		this.time.advance(LEASE.plusSeconds(5));
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void rule18EachCrashCostsALease() {
		this.failing = 3;
		this.engine.start();
		this.time.runReady();
		// Observations are answered, so that each wait is one lease
		for (int left = 2; left >= 0; left--) {
			assertThat(this.failing).isEqualTo(left);
			this.time.advance(LEASE.plusSeconds(1));
		}
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void rule18WaitsLongerWithoutAnAnswer() {
		this.store.down(true);
		this.failing = 2;
		this.engine.start();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.failing).isZero();
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(28));
		assertThat(this.billing.isLeader()).as("two leases").isFalse();
		this.time.advance(Duration.ofSeconds(4));
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void rule18StoppedAndPausedElectionsStaySo() {
		lead();
		crashAsLeader();
		CompletableFuture<Void> pause = this.billing.pause().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(pause).isCompleted();
		this.time.advance(LEASE.multipliedBy(3));
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.PAUSED);
		this.billing.resume();
		this.time.runReady();
		assertThat(this.billing.isLeader()).isTrue();
		crashAsLeader();
		CompletableFuture<Void> stop = this.engine.stop().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(stop).isCompleted();
		this.time.advance(LEASE.multipliedBy(3));
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.STOPPED);
		this.engine.close();
	}

	/** On real threads, because its start waits until it leads. */
	@Test
	void rule18EngineThatAlwaysLeadsLeadsAgainAtOnce() {
		try (ElectionEngine alone = ElectionEngineBuilder.alwaysLeading().entropy(this.entropy).build()) {
			LeaderElection election = alone.join("billing").election();
			this.failing = 1;
			alone.start();
			assertThat(this.failing).isZero();
			assertThat(election.isLeader()).isTrue();
		}
	}

	@Test
	void rule18CrashOfABidCostsTheBid() {
		LeaderElection led = lead(bidding(0), "preferred");
		LeaderElection wanted = follow(bidding(1), "preferred");
		// The next nonce is drawn for the bid
		crash();
		assertThat(led.isLeader()).isTrue();
		this.time.advance(LEASE.multipliedBy(3));
		assertThat(wanted.isLeader()).isTrue();
	}

	private ElectionEngine bidding(int priority) {
		Preference preference = new Preference(priority, false, Duration.ofSeconds(2));
		return builder().elections(ElectionSettings.DEFAULT.withPreference(preference)).build();
	}

}
