/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Preference;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.work.DetachedCall;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beginning and end of a bid: with elections that have none, stopped at any moment, and
 * after one of its steps failed.
 */
class BidLifeTests extends EngineRig {

	private static final ElectionKey BID = new ElectionKey(KEY.namespace(), "e").bid();

	private static final Duration AFTER = Duration.ofSeconds(10);

	private static final Duration SHORT = Duration.ofMillis(100);

	/** Whether the next draw fails. */
	private volatile boolean failing;

	private final Entropy entropy = new Entropy() {

		@Override
		public Nonce nonce() {
			return Entropy.SYSTEM.nonce();
		}

		@Override
		public double jitter() {
			if (BidLifeTests.this.failing) {
				BidLifeTests.this.failing = false;
				throw new InternalError("from the test");
			}
			return 0.5;
		}

	};

	private static ElectionSettings priority(int priority) {
		return ElectionSettings.DEFAULT.withPreference(new Preference(priority, false, AFTER));
	}

	private LeaderElection leader() {
		return lead(builder().elections(priority(0)).build(), "e");
	}

	private ElectionEngine preferred() {
		return builder().entropy(this.entropy).elections(priority(5)).build();
	}

	/** Makes the step fail that processes an unknown outcome of a bid. */
	private void crash() {
		this.store.poison("e/bid");
		this.failing = true;
		for (int i = 0; i < 600 && this.failing; i++) {
			this.time.advance(SHORT);
		}
		assertThat(this.failing).isFalse();
		this.store.poison(null);
	}

	@Test
	void electionWithoutPreferenceHasNoBid() {
		LeaderElection other = lead(builder().build(), "other");
		ElectionEngine engine = builder().election("e", priority(5)).build();
		LeaderElection plain = engine.join("other").election();
		follow(engine, "e");
		this.time.advance(AFTER.multipliedBy(3));
		assertThat(other.isLeader()).isTrue();
		assertThat(plain.isLeader()).isFalse();
		assertThat(this.store.exists(new ElectionKey(KEY.namespace(), "other").bid())).isFalse();
	}

	@Test
	void stopWithoutElectionsEndsAtOnce() {
		ElectionEngine engine = preferred();
		engine.start();
		CompletableFuture<Void> stopped = engine.stop().toCompletableFuture();
		this.time.runReady();
		assertThat(stopped).isDone();
	}

	@Test
	void leavingDuringAStopEndsWithIt() {
		leader();
		ElectionEngine preferred = preferred();
		Candidacy candidacy = preferred.join("e");
		preferred.start();
		this.time.advance(SHORT);
		CompletableFuture<Void> stopped = preferred.stop().toCompletableFuture();
		candidacy.close();
		this.time.advance(SHORT);
		assertThat(stopped).isDone();
		assertThat(preferred.find("e")).isEmpty();
	}

	@Test
	void candidacyThatIsClosedTwiceReleasesTheBidOnce() {
		LeaderElection plain = leader();
		DetachedCall call = enter(plain, OnLoss.INTERRUPT).detach(() -> {
		});
		ElectionEngine preferred = preferred();
		Candidacy first = preferred.join("e");
		preferred.start();
		this.time.advance(AFTER.plus(TIMING.renewInterval()));
		assertThat(this.store.term(BID).token()).isPositive();
		first.close();
		Candidacy second = preferred.join("e");
		second.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(plain.status().bidder()).isNull();
		assertThat(preferred.find("e")).isEmpty();
		call.close();
	}

	@Test
	void stopAfterAFailedStepIsNotHeldUp() {
		leader();
		ElectionEngine preferred = preferred();
		Candidacy candidacy = preferred.join("e");
		preferred.start();
		this.time.runReady();
		crash();
		CompletableFuture<Void> stopped = preferred.stop().toCompletableFuture();
		candidacy.close();
		this.time.advance(ElectionLoop.LOOK.multipliedBy(2));
		assertThat(stopped).isDone();
		assertThat(preferred.find("e")).isEmpty();
		assertThat(this.store.exists(BID)).isFalse();
	}

	@Test
	void bidIsMadeAfterAFailedStep() {
		LeaderElection plain = leader();
		LeaderElection wanted = follow(preferred(), "e");
		crash();
		assertThat(plain.isLeader()).isTrue();
		this.time.advance(AFTER.multipliedBy(3));
		assertThat(wanted.isLeader()).isTrue();
	}

}
