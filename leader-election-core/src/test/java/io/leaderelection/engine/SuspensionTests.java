/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LedTerm;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.Suspension;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for elections that are suspended for all instances.
 */
class SuspensionTests extends EngineRig {

	private static final String REASON = "invoice migration";

	private final List<ElectionEngine> engines = new ArrayList<>();

	private final ElectionEngine engine = engine();

	private ElectionEngine engine() {
		ElectionEngine engine = builder().closeStore(false).build();
		this.engines.add(engine);
		engine.addListener(this.recorder);
		return engine;
	}

	@AfterEach
	void close() {
		this.time.releaseIo();
		this.engines.forEach(ElectionEngine::close);
	}

	private LeaderElection suspended() {
		LeaderElection election = lead(this.engine, "billing");
		CompletableFuture<Void> done = election.suspend(REASON).toCompletableFuture();
		this.time.runReady();
		assertThat(done).isCompleted();
		assertSuspended(election);
		return election;
	}

	private static void assertSuspended(LeaderElection election) {
		ElectionStatus status = election.status();
		assertThat(status.state()).isEqualTo(ElectionState.SUSPENDED);
		assertThat(status.suspension().reason()).isEqualTo(REASON);
		assertThat(status.vacantSince()).isNull();
		assertThat(election.isLeader()).isFalse();
		assertThat(election.leadership()).isEmpty();
		assertThat(election.tryEnter(OnLoss.INTERRUPT)).isNull();
	}

	@Test
	void leaderIsRevokedAndKeepsTheLease() {
		LeaderElection election = suspended();
		Suspension suspension = election.status().suspension();
		assertThat(suspension.since()).isEqualTo(now());
		assertThat(suspension.by()).isEqualTo(this.engine.instance());
		assertThat(this.recorder.termEvents()).containsExactly("granted billing", "revoked billing SUSPENDED");
		LeaderElection other = follow(engine(), "billing");
		this.time.advance(Duration.ofHours(3));
		assertSuspended(election);
		assertThat(other.status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.recorder.termEvents()).hasSize(2);
		assertThat(this.recorder.absences).isEmpty();
	}

	@Test
	void othersKnowTheSuspension() throws Exception {
		LeaderElection election = suspended();
		LeaderElection other = follow(engine(), "billing");
		this.time.advance(TIMING.lease());
		assertThat(other.status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(other.status().suspension()).isEqualTo(election.status().suspension());
		assertThat(other.leader()).get().extracting(Leader::id).isEqualTo(this.engine.instance());
		assertThat(other.history()).as("nobody leads now").allMatch((term) -> term.until() != null);
		assertThat(other.awaitLeader(Duration.ofMinutes(1))).isFalse();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> other.suspend("another"))
			.withMessageContainingAll(REASON, "'" + this.engine.instance() + "' keeps its lease");
		election.unsuspend();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(other.status().suspension()).isNull();
		assertThat(other.history()).last().extracting(LedTerm::until).isNull();
		assertThat(other.awaitLeader(Duration.ofMinutes(1))).isTrue();
	}

	@Test
	void othersForgetTheSuspensionWithItsHolder() {
		suspended();
		LeaderElection other = follow(engine(), "billing");
		this.time.advance(TIMING.lease());
		assertThat(other.status().suspension()).isNotNull();
		this.store.down(true);
		this.time.advance(TIMING.lease().multipliedBy(2));
		assertThat(other.leader()).isEmpty();
		assertThat(other.status().suspension()).isNull();
	}

	@Test
	void suspensionWaitsForGuardedCalls() {
		LeaderElection election = lead(this.engine, "billing");
		CompletableFuture<Void> done;
		try (var call = enter(election, OnLoss.INTERRUPT)) {
			done = election.suspend(REASON).toCompletableFuture();
			this.time.advance(Duration.ofSeconds(3));
			assertThat(done).isNotDone();
			assertThat(election.status().state()).isEqualTo(ElectionState.DRAINING);
			assertThat(call.interrupted()).isFalse();
			assertThat(election.tryEnter(OnLoss.INTERRUPT)).isNull();
			assertThat(this.store.checkpoints(KEY).values()).as("the note is written at once").containsKey("suspended");
		}
		this.time.runReady();
		assertThat(done).isCompleted();
		assertSuspended(election);
	}

	@Test
	void callThatDoesNotEndLeavesTheElectionSuspended() {
		LeaderElection election = lead(this.engine, "billing");
		CompletionStage<Void> done;
		try (var call = enter(election, OnLoss.CONTINUE)) {
			done = election.suspend(REASON);
			this.time.advance(TIMING.drainTimeout().plusSeconds(1));
			assertThat(causes(election)).contains(TransitionCause.DRAIN_TIMEOUT);
			assertThat(done.toCompletableFuture()).isCompleted();
		}
		this.time.advance(TIMING.lease().multipliedBy(3));
		assertSuspended(election);
	}

	@ParameterizedTest
	@ValueSource(strings = { "handover", "restart", "crash", "pause" })
	void successorIsSuspendedBeforeAnythingBegins(String how) {
		LeaderElection election = suspended();
		ElectionEngine other = engine();
		LeaderElection successor = follow(other, "billing");
		List<String> began = new ArrayList<>();
		successor.runWhileLeader((term) -> began.add(term.election()));
		switch (how) {
			case "handover" -> election.stepDown(Duration.ofMinutes(1));
			case "restart" -> this.engine.stop();
			case "pause" -> election.pause();
			default -> this.store.expire(KEY);
		}
		this.time.advance(TIMING.lease().multipliedBy(2));
		if (how.equals("crash")) {
			assertThat(List.of(election, successor)).anySatisfy(SuspensionTests::assertSuspended);
		}
		else {
			assertSuspended(successor);
		}
		assertThat(began).isEmpty();
		assertThat(this.recorder.termEvents()).hasSize(2);
	}

	@Test
	void unsuspendedElectionIsLedAgainWithANewToken() {
		LeaderElection election = suspended();
		long token = this.recorder.terms.get(0).fencingToken();
		CompletableFuture<Void> done = election.unsuspend().toCompletableFuture();
		this.time.advance(Duration.ofMillis(500));
		assertThat(done).isCompleted();
		Leadership term = election.leadership().orElseThrow();
		assertThat(term.fencingToken()).isGreaterThan(token);
		assertThat(this.store.checkpoints(KEY).values()).isEmpty();
		assertThat(election.status().suspension()).isNull();
		assertThat(this.recorder.termEvents()).containsExactly("granted billing", "revoked billing SUSPENDED",
				"granted billing");
	}

	@Test
	void successorEndsTheSuspension() {
		LeaderElection election = suspended();
		LeaderElection successor = follow(engine(), "billing");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(successor::unsuspend)
			.withMessageContaining(this.engine.instance());
		this.engine.stop();
		this.time.advance(Duration.ofSeconds(1));
		assertSuspended(successor);
		successor.unsuspend();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(successor.isLeader()).isTrue();
		assertThat(election.isLeader()).isFalse();
	}

	@Test
	void checkpointsOfTheApplicationSurvive() {
		LeaderElection election = lead(this.engine, "billing");
		election.leadership().orElseThrow().checkpointAsync("invoice", "4711");
		this.time.runReady();
		election.suspend(REASON);
		this.time.runReady();
		election.unsuspend();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.leadership().orElseThrow().checkpoints()).isEqualTo(Map.of("invoice", "4711"));
	}

	@Test
	void requestsInTheWrongStateAreRefused() {
		LeaderElection follower = this.engine.join("billing").election();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> follower.suspend(REASON));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(follower::unsuspend);
		LeaderElection election = lead(this.engine, "billing");
		assertThatIllegalStateException().isThrownBy(election::unsuspend).withMessageContaining("not suspended");
		assertThatIllegalArgumentException().isThrownBy(() -> election.suspend(" ")).withMessageContaining("reason");
		assertThatIllegalArgumentException().isThrownBy(() -> election.suspend("x".repeat(501)))
			.withMessageContaining("501");
		election.suspend(REASON);
		this.time.runReady();
		assertThatIllegalStateException().isThrownBy(() -> election.suspend("again")).withMessageContaining(REASON);
	}

	@Test
	void noteThatIsNotConfirmedIsReportedAsUnknown() {
		LeaderElection election = lead(this.engine, "billing");
		this.store.failOn("renew");
		CompletableFuture<Void> done = election.suspend(REASON).toCompletableFuture();
		this.time.advance(Duration.ofSeconds(5));
		assertThat(done).isNotDone();
		assertThat(election.isLeader()).isFalse();
		this.time.advance(TIMING.lease());
		assertThat(done).isCompletedExceptionally();
		assertThat(done.handle((ok, failure) -> failure).getNow(null)).isInstanceOf(CheckpointUnknownException.class)
			.hasMessageContainingAll("suspended", "billing");
	}

	@Test
	void suspensionThatMeetsAHandoverIsLeftToTheSuccessor() {
		LeaderElection election = lead(this.engine, "billing");
		LeaderElection successor = follow(engine(), "billing");
		election.suspend(REASON);
		election.stepDown(Duration.ofMinutes(1));
		this.time.advance(Duration.ofSeconds(2));
		assertSuspended(successor);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "later", "since=never|by=x|reason=y|", "since=2026-01-01T00:00:00Z|" })
	void foreignNoteSuspendsNevertheless(String note) {
		lead(this.engine, "billing");
		this.store.write(KEY, Checkpoints.of(9, Map.of("suspended", note)));
		this.engine.stop();
		this.time.runReady();
		LeaderElection election = follow(engine(), "billing");
		ElectionStatus status = election.status();
		assertThat(status.state()).isEqualTo(ElectionState.SUSPENDED);
		assertThat(status.suspension()).isEqualTo(new Suspension(null, null, note));
		election.unsuspend();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void storeTextIsBoundedAndWithoutControlCharacters() {
		lead(this.engine, "billing");
		this.store.write(KEY, Checkpoints.of(9, Map.of("suspended", "a\nb" + "x".repeat(9000))));
		this.engine.stop();
		this.time.runReady();
		LeaderElection election = follow(engine(), "billing");
		assertThat(election.status().suspension().reason()).startsWith("a bx").hasSize(Suspension.MAX_REASON);
	}

	@Test
	void applicationCannotUseTheNameOfTheNote() {
		Leadership term = lead(this.engine, "billing").leadership().orElseThrow();
		assertThatIllegalArgumentException().isThrownBy(() -> term.checkpointAsync("suspended", "x"))
			.withMessageContaining("suspended");
	}

	@Test
	void suspendedPartitionLeavesTheOthersAlone() {
		ElectionEngine divided = builder().closeStore(false).partitions("orders", 3).build();
		this.engines.add(divided);
		divided.start();
		this.time.runReady();
		List<LeaderElection> partitions = divided.partitioned().get(0).partitions();
		partitions.get(1).suspend(REASON);
		this.time.runReady();
		assertSuspended(partitions.get(1));
		assertThat(partitions).filteredOn(LeaderElection::isLeader).hasSize(2);
		assertThat(this.store.checkpoints(new ElectionKey("orders", "orders:1")).values()).containsKey("suspended");
	}

	@Test
	void modeAlwaysIsSuspendedInMemory() {
		ElectionEngine always = ElectionEngineBuilder.alwaysLeading().time(this.time).build();
		this.engines.add(always);
		LeaderElection election = lead(always, "billing");
		election.suspend(REASON);
		this.time.runReady();
		assertSuspended(election);
		always.stop();
		this.time.runReady();
		always.start();
		this.time.runReady();
		assertSuspended(election);
		election.unsuspend();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void crashInTheSuspensionKeepsIt() {
		LeaderElection election = suspended();
		this.store.expire(KEY);
		this.time.advance(TIMING.lease().multipliedBy(2));
		assertSuspended(election);
		assertThat(this.recorder.termEvents()).hasSize(2);
	}

}
