/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.ElectionTiming;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the engines that use no store.
 */
class EngineWithoutStoreTests {

	private static final ElectionTiming SHORT = ElectionTiming.builder().lease(Duration.ofMillis(100)).build();

	private final ElectionEngine always = ElectionEngineBuilder.alwaysLeading()
		.namespace("orders")
		.timing(SHORT)
		.build();

	private final ElectionEngine never = ElectionEngineBuilder.neverLeading()
		.election("billing", ElectionSettings.of(SHORT))
		.build();

	@AfterEach
	void close() {
		this.always.close();
		this.never.close();
	}

	@Test
	void alwaysLeadsAsSoonAsStartReturns() {
		LeaderElection election = this.always.join("billing").election();
		this.always.start();
		assertThat(election.isLeader()).isTrue();
		assertThat(this.always.join("later").election().isLeader()).isTrue();
		assertThat(this.always.backend().type()).isEqualTo("always");
	}

	@Test
	void connectingNeedsNoStore() {
		this.always.connect("billing");
		this.never.connect("billing");
		assertThat(this.always.backend().lastContact()).isNull();
	}

	@Test
	void modeAlwaysSurvivesABreakpoint() {
		LeaderElection election = this.always.join("billing").election();
		this.always.start();
		assertThat(election.status().leaseRemaining()).isGreaterThan(Duration.ofDays(1));
	}

	@Test
	void modeAlwaysDrainsAndRevokesLikeAnyOther() {
		LeaderElection election = this.always.join("billing").election();
		Recorder recorder = new Recorder();
		this.always.addListener(recorder);
		this.always.start();
		long token = election.leadership().orElseThrow().fencingToken();
		this.always.stop().toCompletableFuture().join();
		assertThat(election.isLeader()).isFalse();
		this.always.start();
		assertThat(election.leadership().orElseThrow().fencingToken()).isGreaterThan(token);
		assertThat(recorder.received).contains("granted billing", "revoked billing SHUTDOWN");
	}

	@Test
	void neverLeads() throws InterruptedException {
		LeaderElection election = this.never.join("billing").election();
		this.never.start();
		assertThat(election.awaitLeader(Duration.ofMillis(10))).isFalse();
		GuardedCall call = election.tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNull();
		assertThat(election.status().state()).isEqualTo(ElectionState.STOPPED);
		assertThat(this.never.backend().type()).isEqualTo("never");
	}

}
