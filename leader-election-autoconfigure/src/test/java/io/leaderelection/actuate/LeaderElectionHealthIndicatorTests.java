/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.leaderelection.BackendStatus;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.WallClock;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.MapAssert;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.Mockito;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderElectionHealthIndicatorTests {

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

	private static final Duration LEASE = Duration.ofSeconds(15);

	private static Health health(ElectionState state, @Nullable Instant lastContact, @Nullable Instant vacantSince,
			@Nullable Duration threshold, Transition... transitions) {
		return health(state, lastContact, vacantSince, threshold, Set.of(), transitions);
	}

	private static Health health(ElectionState state, @Nullable Instant lastContact, @Nullable Instant vacantSince,
			@Nullable Duration threshold, Set<TransitionCause> withheldBy, Transition... transitions) {
		return health(new ElectionStatus("billing", state, state == ElectionState.LEADER, false, null, null, null,
				lastContact, null, false, vacantSince, withheldBy, List.of(transitions), null, null, null, null),
				threshold);
	}

	private static Health health(ElectionStatus status, @Nullable Duration threshold) {
		LeaderElection election = Mockito.mock(LeaderElection.class);
		Instant lastContact = status.lastContact();
		Mockito.when(election.name()).thenReturn("billing");
		Mockito.when(election.status()).thenReturn(status);
		LeaderElections elections = Mockito.mock(LeaderElections.class);
		Mockito.when(elections.backend()).thenReturn(new BackendStatus("local", lastContact));
		Mockito.when(elections.all()).thenReturn(List.of(election));
		return health(elections, threshold, NOW::toEpochMilli);
	}

	private static Health health(LeaderElections elections, @Nullable Duration threshold, WallClock clock) {
		Health health = new LeaderElectionHealthIndicator(elections, (name) -> LEASE, threshold,
				List.of(new CheckpointDetails()), clock)
			.health(true);
		assertThat(health).isNotNull();
		return health;
	}

	private static MapAssert<Object, Object> assertDetails(Health health) {
		return assertThat(health.getDetails().get("billing")).asInstanceOf(InstanceOfAssertFactories.MAP);
	}

	@Test
	void missingRightIsDownOnAFollowerToo() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		LeaseStore store = memory.open();
		LeaseStore readOnly = Mockito.mock(LeaseStore.class, (call) -> {
			if (call.getMethod().getName().equals("acquire")) {
				throw new MissingRightException("No right to write. Grant it", null);
			}
			return call.getMethod().invoke(store, call.getArguments());
		});
		try (ElectionEngine engine = ElectionEngineBuilder.of(readOnly, memory.traits()).namespace("orders").build()) {
			LeaderElection election = engine.join("billing").election();
			engine.start();
			Awaitility.await().until(() -> election.status().refused());
			Health health = health(engine, null, WallClock.system());
			assertThat(health.getStatus()).isEqualTo(Status.DOWN);
			assertThat(health.getDetails().get("billing").toString()).contains("No right to write. Grant it",
					"until somebody corrects what lastError names");
		}
	}

	@Test
	void storeThatNeverAnsweredIsDownAfterALease() {
		ManualTime time = new ManualTime();
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(time.wallClock());
		FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(memory.open());
		ElectionKey key = new ElectionKey("orders", "billing");
		store.poison(key, new IllegalStateException("connection refused"));
		ElectionEngine engine = ElectionEngineBuilder.of(store, memory.traits()).namespace("orders").time(time).build();
		engine.join("billing");
		engine.start();
		time.advance(LEASE);
		assertThat(health(engine, null, time.wallClock()).getStatus()).isEqualTo(Status.UP);
		time.advance(Duration.ofSeconds(1));
		Health down = health(engine, null, time.wallClock());
		assertThat(down.getStatus()).isEqualTo(Status.DOWN);
		assertDetails(down).containsEntry("lastError", "connection refused")
			.hasEntrySatisfying("reason", (reason) -> assertThat(reason).asString().contains("since the start"));
		store.heal(key);
		time.advance(LEASE);
		assertThat(health(engine, null, time.wallClock()).getStatus()).isEqualTo(Status.UP);
		engine.stop();
		time.advance(LEASE);
		engine.close();
	}

	@Test
	void unreadableCheckpointsAreADetail() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		try (ElectionEngine engine = ElectionEngineBuilder.of(memory.open(), memory.traits())
			.namespace("orders")
			.build()) {
			LeaderElection election = engine.join("billing").election();
			engine.start();
			Awaitility.await().until(election::isLeader);
			memory.writeCheckpoints(new ElectionKey("orders", "billing"), new Checkpoints(1, "broken"));
			long first = election.leadership().orElseThrow().fencingToken();
			election.stepDown(Duration.ZERO);
			Awaitility.await()
				.until(() -> election.leadership().filter((term) -> term.fencingToken() > first).isPresent());
			Health health = health(engine, null, WallClock.system());
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails().get("billing")).asString().contains("checkpoints=").contains("FORGET");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LEADER", "PENDING", "DRAINING" })
	void leaderWithoutContactForALeaseIsDown(ElectionState state) {
		Health health = health(state, NOW.minusSeconds(16), null, null);
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails().get("billing")).asString().contains("no answer from the store");
	}

	@Test
	void leaderWhoseLeaseExpiredIsDownUntilTheStoreAnswers() {
		Transition expired = new Transition(NOW.minusSeconds(5), ElectionState.LEADER, ElectionState.FOLLOWER,
				TransitionCause.EXPIRED, 1L);
		assertThat(health(ElectionState.FOLLOWER, NOW.minusSeconds(20), null, null, expired).getStatus())
			.isEqualTo(Status.DOWN);
		assertThat(health(ElectionState.FOLLOWER, NOW.minusSeconds(1), null, null, expired).getStatus())
			.isEqualTo(Status.UP);
	}

	@Test
	void lengthOfAVacancyIsADetail() {
		assertDetails(health(ElectionState.FOLLOWER, NOW, NOW.minusSeconds(90), null))
			.containsEntry("vacantFor", "PT1M30S")
			.containsEntry("vacantSince", "2025-12-31T23:58:30Z");
		assertDetails(health(ElectionState.FOLLOWER, NOW, NOW.plusSeconds(90), null)).containsEntry("vacantFor",
				"PT0S");
		assertDetails(health(ElectionState.FOLLOWER, NOW, null, null)).doesNotContainKeys("vacantFor", "vacantSince");
	}

	@ParameterizedTest
	@CsvSource({ "FOLLOWER, 16, DOWN", "FOLLOWER, 14, UP", "PAUSED, 16, UP" })
	void holderThatIsNotACandidateIsDownAfterALease(ElectionState state, int vacant, String status) {
		Health health = health(new ElectionStatus("billing", state, false, false, null, null, null, NOW, null, false,
				NOW.minusSeconds(vacant), Set.of(), List.of(), null, null, "some\u202ebody", null), null);
		assertThat(health.getStatus().getCode()).isEqualTo(status);
		assertDetails(health).containsEntry("otherHolder", "some\uFFFDbody").doesNotContainKey("leader");
	}

	@Test
	void rule22WhatKeepsAnInstanceFromContendingIsADetail() {
		Health health = health(ElectionState.FOLLOWER, NOW, null, null, Set.of(TransitionCause.DRAIN_TIMEOUT));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertDetails(health).containsEntry("withheldBy", "DRAIN_TIMEOUT");
		assertDetails(health(ElectionState.FOLLOWER, NOW, null, null)).doesNotContainKey("withheldBy");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			FOLLOWER | 60 |    |    | UP
			LEADER   | 14 |    |    | UP
			FOLLOWER | 0  | 60 |    | UP
			FOLLOWER | 0  | 60 | 30 | DOWN
			FOLLOWER | 0  | 20 | 30 | UP
			PAUSED   | 0  | 60 | 30 | UP
			STOPPED  | 0  | 60 | 30 | UP
			""")
	void contactAndVacancyCountBySeconds(ElectionState state, int contact, @Nullable Integer vacancy,
			@Nullable Integer threshold, String status) {
		Health health = health(state, NOW.minusSeconds(contact), (vacancy != null) ? NOW.minusSeconds(vacancy) : null,
				(threshold != null) ? Duration.ofSeconds(threshold) : null);
		assertThat(health.getStatus().getCode()).isEqualTo(status);
	}

	@Test
	void electionOfAnotherImplementationIsShown() {
		LeaderElection election = Mockito.mock(LeaderElection.class);
		Leadership term = Mockito.mock(Leadership.class);
		Mockito.when(election.leadership()).thenReturn(Optional.of(term));
		Mockito.when(term.checkpoints()).thenReturn(Map.of("page", "1"));
		assertThat(new CheckpointDetails().fields(election, true))
			.isEqualTo(Map.of("checkpoints", Map.of("page", "1")));
	}

}
