/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for listeners that are added after the first events, in stepped time.
 */
class LateListenerTests extends EngineRig {

	private final ElectionEngine engine = builder().build();

	private LeaderElection lead() {
		return lead(this.engine, "billing");
	}

	@Test
	void leaderIsGrantedOnceThenRevoked() {
		LeaderElection election = lead();
		election.addListener(this.recorder);
		assertThat(this.recorder.received).containsExactly("granted billing", "leader known");
		assertThat(this.recorder.terms).containsExactly(election.leadership().orElseThrow());
		election.stepDown(Duration.ofMinutes(1));
		assertThat(this.recorder.received).containsExactly("granted billing", "leader known",
				"revoked billing STEP_DOWN", "leader unknown");
	}

	@Test
	void listenerOfAllElectionsIsNotifiedOfEach() {
		lead();
		this.engine.join("shipping");
		this.engine.addListener(this.recorder);
		assertThat(this.recorder.received).containsExactlyInAnyOrder("granted billing", "leader known",
				"granted shipping", "leader known");
		this.engine.join("later");
		assertThat(this.recorder.received).hasSize(6).endsWith("granted later", "leader known");
	}

	@Test
	void listenerAddedDuringACallIsNotifiedOnce() {
		LeaderElection election = this.engine.join("billing").election();
		Recorder ofAll = new Recorder();
		election.addListener(Recorder.onGranted((leadership) -> {
			election.addListener(this.recorder);
			this.engine.addListener(ofAll);
		}));
		this.engine.start();
		election.stepDown(Duration.ofMinutes(1));
		assertThat(this.recorder.received).containsExactly("granted billing", "leader known",
				"revoked billing STEP_DOWN", "leader unknown");
		assertThat(ofAll.received).isEqualTo(this.recorder.received);
	}

	@Test
	void listenerAddedBeforeDeliveryIsNotifiedOnce() {
		LeaderElection election = this.engine.join("billing").election();
		this.time.holdEvents();
		this.engine.start();
		assertThat(election.isLeader()).isTrue();
		Recorder ofAll = new Recorder();
		election.addListener(this.recorder);
		this.engine.addListener(ofAll);
		this.time.releaseEvents();
		assertThat(this.recorder.received).containsExactly("granted billing", "leader known");
		assertThat(ofAll.received).isEqualTo(this.recorder.received);
	}

	@Test
	void listenerAddedBeforeRevocationIsNotifiedOfBoth() {
		LeaderElection election = lead();
		this.time.holdEvents();
		election.addListener(this.recorder);
		election.stepDown(Duration.ZERO);
		this.time.releaseEvents();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.recorder.received).startsWith("granted billing", "leader known", "revoked billing STEP_DOWN",
				"leader unknown", "granted billing", "leader known");
	}

	@Test
	void followerIsNotifiedOfTheLeaderOnce() {
		ElectionEngine leading = builder().build();
		follow(leading, "billing");
		LeaderElection election = follow(this.engine, "billing");
		this.time.advance(Duration.ofSeconds(5));
		assertThat(election.leader()).isPresent();
		election.addListener(this.recorder);
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.recorder.changes)
			.containsExactly(new LeaderChange("billing", null, election.leader().orElseThrow()));
		assertThat(this.recorder.changes.get(0).current().id()).isEqualTo(leading.instance());
	}

	@Test
	void listenerRemovedBeforeDeliveryIsNotNotified() {
		LeaderElection election = lead();
		this.time.holdEvents();
		Registration own = election.addListener(this.recorder);
		Registration ofEngine = this.engine.addListener(this.recorder);
		own.remove();
		ofEngine.remove();
		this.time.releaseEvents();
		election.stepDown();
		assertThat(this.recorder.received).isEmpty();
	}

	@Test
	void listenerAddedAfterTheRevocationIsNotNotifiedOfTheTerm() throws Exception {
		LeaderElection election = lead();
		try (GuardedCall call = enter(election, OnLoss.INTERRUPT)) {
			election.stepDown(Duration.ofMinutes(1));
			election.addListener(this.recorder);
		}
		this.time.runReady();
		election.addListener(this.recorder);
		this.engine.stop();
		this.engine.addListener(this.recorder);
		assertThat(this.recorder.termEvents()).isEmpty();
	}

	@Test
	void listenerAddedTwiceIsNotifiedTwiceAndRemovedOnce() {
		LeaderElection election = lead();
		election.addListener(this.recorder);
		Registration second = election.addListener(this.recorder);
		assertThat(this.recorder.received).filteredOn("granted billing"::equals).hasSize(2);
		second.remove();
		election.stepDown();
		assertThat(this.recorder.received).filteredOn("revoked billing STEP_DOWN"::equals).hasSize(1);
	}

}
