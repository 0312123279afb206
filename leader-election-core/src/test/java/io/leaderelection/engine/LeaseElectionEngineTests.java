/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LeaseElectionEngine} in stepped time.
 */
class LeaseElectionEngineTests extends EngineRig {

	private final List<String> operations = new ArrayList<>();

	private final ElectionEngine engine = engine();

	private ElectionEngine engine() {
		return builder().instanceName("host-1")
			.metadata(() -> Map.of("zone", "a"))
			.operationListener((operation, outcome, took) -> this.operations.add(operation + " " + outcome))
			.build();
	}

	private void join(int elections) {
		for (int i = 0; i < elections; i++) {
			this.engine.join("e" + i);
		}
	}

	private LeaderElection lead(String name) {
		return lead(this.engine, name);
	}

	@Test
	void leadsJoinedElectionsFromStartToStop() {
		this.engine.addListener(this.recorder);
		LeaderElection election = this.engine.join("billing").election();
		assertThat(election.isLeader()).isFalse();
		assertThat(election.status().state()).isEqualTo(ElectionState.STOPPED);
		this.engine.start();
		assertThat(this.engine.isRunning()).isTrue();
		assertThat(election.isLeader()).isTrue();
		assertThat(election.leadership()).isPresent();
		assertThat(election.leader()).hasValueSatisfying((leader) -> {
			assertThat(leader.id()).isEqualTo(this.engine.instance()).startsWith("host-1-");
			assertThat(leader.metadata()).containsEntry("zone", "a");
		});
		CompletableFuture<Void> stopped = this.engine.stop().toCompletableFuture();
		assertThat(this.engine.isRunning()).isFalse();
		assertThat(stopped).isCompleted();
		assertThat(this.engine.stop().toCompletableFuture()).isSameAs(stopped);
		assertThat(election.isLeader()).isFalse();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.recorder.received).containsExactly("granted billing", "leader known",
				"revoked billing SHUTDOWN", "leader unknown");
	}

	@Test
	void moreElectionsThanABatchAllowsUseSeveral() {
		join(LeaseStore.MAX_BATCH + 1);
		this.time.holdIo();
		this.engine.start();
		this.time.releaseIo();
		this.time.runReady();
		assertThat(this.store.calls).contains("acquire " + LeaseStore.MAX_BATCH, "acquire 1");
		assertThat(this.engine.all()).allMatch(LeaderElection::isLeader);
	}

	@Test
	void isDecidedWhileACandidateIsKnownToLead() {
		LeaderElection election = this.engine.join("billing").election();
		ElectionEngine other = engine();
		LeaderElection follower = other.join("billing").election();
		assertThat(GuardedElection.of(election).isDecided()).isFalse();
		this.engine.start();
		other.start();
		assertThat(GuardedElection.of(election).isDecided()).as("this one leads").isTrue();
		assertThat(GuardedElection.of(follower).isDecided()).as("another one leads").isTrue();
		GuardedCall call = enter(election, OnLoss.CONTINUE);
		election.stepDown();
		assertThat(GuardedElection.of(election).isDecided()).as("the handover waits for work").isFalse();
		call.close();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(follower.isLeader()).isTrue();
		assertThat(GuardedElection.of(election).isDecided()).isTrue();
	}

	@Test
	void electionThatIsJoinedAgainIsKept() {
		this.time.holdIo();
		this.engine.join("billing").close();
		Candidacy again = this.engine.join("billing");
		again.close();
		Candidacy third = this.engine.join("billing");
		this.time.releaseIo();
		assertThat(this.engine.find("billing")).containsSame(third.election());
		this.time.holdIo();
		third.close();
		this.engine.join("billing").close();
		this.time.releaseIo();
		assertThat(this.engine.find("billing")).isEmpty();
		assertThat(this.engine.join("billing").election()).as("another one").isNotSameAs(third.election());
	}

	@Test
	void rule16ElectionsOfOneNameShareOneCandidate() {
		this.engine.start();
		Candidacy one = this.engine.join("billing");
		Candidacy other = this.engine.join("billing");
		assertThat(one.election().isLeader()).isTrue();
		assertThat(other.election().isLeader()).isTrue();
		assertThat(this.store.count("acquire")).isOne();
		one.close();
		one.close();
		assertThat(other.election().isLeader()).isTrue();
		other.close();
		assertThat(other.election().isLeader()).isFalse();
		assertThat(this.engine.find("billing")).isEmpty();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.engine.join("billing").election().isLeader()).isTrue();
	}

	@Test
	void rule16TwoEnginesInOneProcessExcludeEachOther() {
		LeaderElection election = lead("billing");
		ElectionEngine other = engine();
		LeaderElection rival = follow(other, "billing");
		assertThat(other.instance()).isNotEqualTo(this.engine.instance());
		this.time.advance(Duration.ofMinutes(1));
		assertThat(rival.isLeader()).isFalse();
		assertLedBy(this.engine, rival);
		assertThat(rival.status().fencingToken()).isEqualTo(election.status().fencingToken());
		election.stepDown(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isFalse();
		assertThat(rival.isLeader()).as("by the notification, at once").isTrue();
		this.time.advance(Duration.ofSeconds(1));
		assertLedBy(other, election);
	}

	@Test
	void namesAreCheckedAndKnownOnesListed() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.engine.join("a/b")).withMessageContaining("'/'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.engine.join(" "));
		this.engine.join("billing");
		this.engine.join("archive");
		assertThat(this.engine.all()).extracting(LeaderElection::name).containsExactly("archive", "billing");
		assertThat(this.engine.get("billing").name()).isEqualTo("billing");
		assertThat(this.engine.find("nothing")).isEmpty();
		assertThatExceptionOfType(UnknownElectionException.class).isThrownBy(() -> this.engine.get("biling"))
			.withMessageContaining("archive, billing");
	}

	@Test
	void aThousandElectionsAreSentInOneBatch() {
		join(1000);
		this.engine.start();
		assertThat(this.engine.all()).allMatch(LeaderElection::isLeader);
		assertThat(this.store.count("acquire")).isLessThanOrEqualTo(2);
		this.time.advance(Duration.ofSeconds(6));
		long renewals = this.store.count("renew");
		this.time.advance(TIMING.renewInterval().multipliedBy(10));
		assertThat(this.store.count("renew") - renewals).isEqualTo(10);
		assertThat(this.engine.all()).allMatch(LeaderElection::isLeader);
	}

	@Test
	void failedCommandOfABatchAffectsOnlyItself() {
		join(100);
		this.store.poison("e42");
		this.engine.start();
		assertThat(this.engine.all()).filteredOn((election) -> !election.isLeader())
			.extracting(LeaderElection::name)
			.containsExactly("e42");
		assertThat(this.engine.get("e42").status().lastError()).isEqualTo("poisoned");
		this.store.poison(null);
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.engine.get("e42").isLeader()).isTrue();
		assertThat(this.engine.get("e42").status().lastError()).isNull();
	}

	@Test
	void storeOutageIsNotRepeatedForEveryCommand() {
		join(1000);
		this.store.down(true);
		this.engine.start();
		this.time.advance(Duration.ofMillis(100));
		// Once at the start, and once when notifications were confirmed
		assertThat(this.store.count("acquire")).isLessThan(50);
		assertThat(this.engine.backend().lastContact()).isNull();
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(20));
		assertThat(this.engine.all()).allMatch(LeaderElection::isLeader);
		assertThat(this.engine.backend().type()).isEqualTo("listed");
		assertThat(this.engine.backend().lastContact()).isNotNull();
	}

	@Test
	void rule12LoopSurvivesAnythingAStoreDoes() {
		LeaderElection election = lead("billing");
		List<RuntimeException> thrown = new ArrayList<>(List.of(new IllegalStateException("one"),
				new NullPointerException(), new RuntimeException("\n\u0007")));
		this.store.failing((operation) -> thrown.isEmpty() ? null : thrown.remove(0));
		this.time.advance(Duration.ofMinutes(2));
		assertThat(thrown).isEmpty();
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void rule12AnswerOfTheWrongLengthIsUnknown() {
		ListedStore broken = new ListedStore(this.time.wallClock()) {

			@Override
			public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
				return List.of();
			}

		};
		broken.failOn("watch");
		ElectionEngine engine = ElectionEngineBuilder.of(broken, ListedStore.TRAITS).time(this.time).build();
		LeaderElection election = lead(engine, "billing");
		this.time.advance(Duration.ofMillis(13_400));
		assertThat(election.isLeader()).isTrue();
		assertThat(election.status().lastError()).contains("0 outcomes for 1");
		this.time.advance(Duration.ofMillis(200));
		assertThat(election.isLeader()).isFalse();
	}

	@Test
	void rule11HangingCommandTimesOut() {
		LeaderElection election = lead("billing");
		this.engine.addListener(this.recorder);
		this.time.holdIo();
		this.time.advance(TIMING.lease());
		assertThat(election.isLeader()).isFalse();
		assertThat(this.recorder.received).contains("revoked billing EXPIRED");
		assertThat(election.status().lastError()).startsWith("No answer within");
		assertThat(this.operations).contains("renew timeout");
		this.time.releaseIo();
		this.time.advance(Duration.ofSeconds(40));
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void rule11CommandThatTimedOutWaitingIsNotSent() {
		lead("billing");
		this.time.holdIo();
		this.time.advance(TIMING.lease());
		long renewals = this.store.count("renew");
		this.time.releaseIo();
		assertThat(this.store.count("renew")).isEqualTo(renewals);
	}

	@Test
	void rule11CommandThatTimedOutWaitingIsLeftOutOfTheBatch() {
		this.engine.join("early");
		this.time.holdIo();
		this.engine.start();
		this.time.advance(TIMING.operationTimeout().minusMillis(1));
		this.engine.join("late");
		this.time.advance(Duration.ofMillis(1));
		this.time.releaseIo();
		assertThat(this.store.calls).startsWith("acquire 1").doesNotContain("acquire 2");
		assertThat(this.engine.get("late").isLeader()).isTrue();
	}

	@Test
	void leadershipOfAThreadHasTheTermOnRecord() {
		LeaderElection election = lead("billing");
		Leadership former = election.leadership().orElseThrow();
		StoredTerm first = this.store.term(KEY);
		assertThat(storedTerm(former)).isEqualTo(first);
		try (GuardedCall call = enter(election, OnLoss.INTERRUPT)) {
			assertThat(storedTerm(Leadership.current())).isEqualTo(first);
			assertThat(storedTerm(call.leadership())).isEqualTo(first);
		}
		this.engine.start();
		this.engine.stop();
		this.engine.start();
		StoredTerm second = this.store.term(KEY);
		assertThat(storedTerm(election.leadership().orElseThrow())).isEqualTo(second);
		assertThat(second.token()).isGreaterThan(first.token());
		assertThat(second.nonce()).isNotEqualTo(first.nonce());
		assertThat(storedTerm(former)).isEqualTo(first);
	}

	private static StoredTerm storedTerm(Leadership leadership) {
		return ((StoredTerm.Bearer) leadership).storedTerm();
	}

	@Test
	void guardedWorkIsBoundToItsTerm() {
		LeaderElection election = lead("billing");
		assertThat(Leadership.findCurrent()).isEmpty();
		assertThatIllegalStateException().isThrownBy(Leadership::current);
		try (GuardedCall call = enter(election, OnLoss.INTERRUPT)) {
			assertThat(Leadership.current().fencingToken()).isEqualTo(call.leadership().fencingToken());
			assertThat(Leadership.current().election()).isEqualTo("billing");
			assertThat(Leadership.current().isValid()).isTrue();
			assertThat(Leadership.current().remaining()).isPositive().isLessThan(TIMING.lease());
			Leadership.current().verify();
		}
		assertThat(Leadership.findCurrent()).isEmpty();
	}

	@Test
	void rule08HandoverWaitsForGuardedWork() {
		LeaderElection election = lead("billing");
		GuardedCall call = enter(election, OnLoss.INTERRUPT);
		CompletableFuture<Void> done = election.stepDown().toCompletableFuture();
		assertThat(election.isLeader()).isFalse();
		assertThat(election.tryEnter(OnLoss.INTERRUPT)).isNull();
		assertThat(call.leadership().isValid()).isTrue();
		this.time.advance(Duration.ofSeconds(12));
		assertThat(done).isNotDone();
		assertThat(this.store.count("release")).isZero();
		assertThat(this.store.count("renew")).isPositive();
		call.close();
		call.close();
		assertThat(done).isCompleted();
		assertThat(this.store.count("release")).isOne();
		assertThat(call.interrupted()).isFalse();
		assertThat(call.leadership().isValid()).isFalse();
	}

	@Test
	@DisplayName("Rule 8: work past the drain timeout is interrupted, and its lease is not released")
	void rule08WorkPastTheDrainTimeoutIsInterrupted() {
		LeaderElection election = lead("billing");
		GuardedCall call = enter(election, OnLoss.INTERRUPT);
		GuardedCall stubborn = enter(election, OnLoss.CONTINUE);
		CompletableFuture<Void> done = this.engine.stop().toCompletableFuture();
		this.time.advance(TIMING.drainTimeout());
		assertThat(done).isCompleted();
		assertThat(call.interrupted()).isTrue();
		assertThat(stubborn.interrupted()).isFalse();
		stubborn.close();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		call.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.store.count("release")).isZero();
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(call.leadership()::verify)
			.withMessageContaining("billing");
	}

	@Test
	void lingeringWorkPreventsContention() {
		LeaderElection election = lead("billing");
		GuardedCall call = enter(election, OnLoss.CONTINUE);
		this.store.delete(KEY);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isFalse();
		assertThat(election.status().vacantSince()).isNotNull();
		call.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(election.isLeader()).isTrue();
		assertThat(election.status().vacantSince()).isNull();
	}

	@Test
	void restoredProcessDrawsANewIdWhenItStarts() {
		CandidateId.ProcessIdentity imaged = CandidateId.ProcessIdentity.current();
		AtomicReference<CandidateId.ProcessIdentity> process = new AtomicReference<>(imaged);
		ElectionEngineBuilder builder = builder();
		builder.process = process::get;
		ElectionEngine restored = builder.build();
		LeaderElection election = follow(restored, "restored");
		String before = restored.instance();
		restored.stop();
		restored.start();
		assertThat(restored.instance()).isEqualTo(before);
		restored.stop();
		process.set(new CandidateId.ProcessIdentity(imaged.pid(), Instant.EPOCH, imaged.boot()));
		restored.start();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(restored.instance()).isNotEqualTo(before);
		assertThat(election.isLeader()).isTrue();
		assertLedBy(restored, election);
	}

	@Test
	void onLostRunsOnceWhenTheHandoverBegins() {
		LeaderElection election = lead("billing");
		Leadership term = election.leadership().orElseThrow();
		List<String> ran = new ArrayList<>();
		term.onLost(() -> ran.add("first"));
		term.onLost(() -> {
			throw new IllegalStateException("from the test");
		});
		Registration removed = term.onLost(() -> ran.add("removed"));
		removed.remove();
		election.stepDown();
		term.onLost(() -> ran.add("late")).remove();
		removed.remove();
		assertThat(ran).containsExactly("first", "late");
	}

	@Test
	void rule07ThrowingListenerAffectsNoOther() {
		this.engine.addListener(Recorder.onTerms(() -> {
			throw new IllegalStateException("from the test");
		}));
		LeaderElection election = this.engine.join("billing").election();
		Registration registration = election.addListener(this.recorder);
		this.engine.start();
		election.stepDown(Duration.ZERO);
		registration.remove();
		this.engine.stop();
		assertThat(this.recorder.received).startsWith("granted billing", "leader known", "revoked billing STEP_DOWN");
		assertThat(this.recorder.received).doesNotContain("revoked billing SHUTDOWN");
	}

	@Test
	void rule07StateIsSetBeforeListenersAreNotified() {
		List<Boolean> leading = new ArrayList<>();
		this.engine.addListener(Recorder.onTerms(() -> leading.add(this.engine.get("billing").isLeader())));
		lead("billing").stepDown();
		assertThat(leading).containsExactly(true, false);
	}

	@Test
	void rule07HandoverCannotBeAwaitedInsideItsWork() {
		LeaderElection election = lead("billing");
		try (GuardedCall call = enter(election, OnLoss.CONTINUE)) {
			CompletableFuture<Void> done = election.stepDown().toCompletableFuture();
			assertThatIllegalStateException().isThrownBy(done::join).withMessageContaining("guarded work");
			assertThatIllegalStateException().isThrownBy(done::get);
			assertThatIllegalStateException().isThrownBy(() -> done.get(1, TimeUnit.SECONDS));
		}
	}

	@Test
	void statusShowsTheTermAndItsHistory() {
		LeaderElection election = lead("billing");
		ElectionStatus status = election.status();
		assertThat(status.election()).isEqualTo("billing");
		assertThat(status.leading()).isTrue();
		assertThat(status.unconfirmed()).isFalse();
		assertThat(status.leaseRemaining()).isEqualTo(TIMING.lease().minus(TIMING.safetyMargin()));
		assertThat(status.lastContact()).isNotNull();
		assertThat(status.transitions()).extracting("to").containsExactly(ElectionState.FOLLOWER, ElectionState.LEADER);
		for (int i = 0; i < 30; i++) {
			election.stepDown(Duration.ZERO);
			this.time.advance(Duration.ofSeconds(1));
		}
		assertThat(election.status().transitions()).hasSize(20);
	}

	@Test
	void failedOrTooLargeMetadataKeepsTheFormer() {
		List<Map<String, String>> next = new ArrayList<>();
		ElectionEngine engine = builder().metadata(() -> next.remove(0)).build();
		LeaderElection election = engine.join("billing").election();
		next.add(Map.of("zone", "b"));
		engine.start();
		assertThat(election.leader().orElseThrow().metadata()).containsEntry("zone", "b");
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.leader().orElseThrow().metadata()).containsEntry("zone", "b");
		next.add(Map.of("zone", "x".repeat(5000)));
		next.add(Map.of("zone", "c"));
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.leader().orElseThrow().metadata()).containsEntry("zone", "b");
	}

	@Test
	void closedEngineReleasesAndRejectsCalls() {
		LeaderElection election = lead("billing");
		this.engine.close();
		this.engine.close();
		assertThat(election.isLeader()).isFalse();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.store.closed).isTrue();
		assertThatIllegalStateException().isThrownBy(this.engine::start);
		assertThatIllegalStateException().isThrownBy(() -> this.engine.join("other"));
		assertThat(election.stepDown().toCompletableFuture()).isCompleted();
	}

	@Test
	void closedEngineLeavesAnOwnersStoreOpen() {
		builder().closeStore(false).build().close();
		assertThat(this.store.closed).isFalse();
	}

	@Test
	@DisplayName("A pause hands over and observes until every cause is gone")
	void pauseObservesUntilAllCausesAreGone() {
		LeaderElection election = lead("billing");
		this.engine.addListener(this.recorder);
		ElectionEngine other = engine();
		LeaderElection rival = follow(other, "billing");
		GuardedCall call = enter(election, OnLoss.CONTINUE);
		CompletableFuture<Void> paused = election.pause().toCompletableFuture();
		assertThat(election.status().state()).isEqualTo(ElectionState.DRAINING);
		call.close();
		assertThat(paused).isCompleted();
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThat(this.recorder.received).contains("revoked billing PAUSED");
		assertThat(rival.isLeader()).isTrue();
		this.time.advance(Duration.ofMinutes(1));
		assertLedBy(other, election);
		GuardedElection guarded = GuardedElection.of(election);
		assertThat(guarded.withhold(TransitionCause.INELIGIBLE).toCompletableFuture()).isCompleted();
		assertThat(election.status().withheldBy()).containsExactlyInAnyOrder(TransitionCause.PAUSED,
				TransitionCause.INELIGIBLE);
		assertThat(election.resume().toCompletableFuture()).isCompleted();
		other.stop();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThat(guarded.restore(TransitionCause.INELIGIBLE).toCompletableFuture()).isCompleted();
		this.time.runReady();
		assertThat(election.isLeader()).isTrue();
		assertThat(causes(election)).endsWith(TransitionCause.RESUMED, TransitionCause.ACQUIRED);
	}

	@Test
	void pauseOutlastsAStopAndStart() {
		LeaderElection election = this.engine.join("billing").election();
		election.pause();
		this.engine.start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThat(this.store.count("acquire")).isZero();
		this.engine.stop();
		this.engine.start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.status().state()).isEqualTo(ElectionState.PAUSED);
		election.resume();
		this.time.runReady();
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void resumeFromAListenerKeepsTheTerm() {
		LeaderElection election = lead("billing");
		List<String> steps = new ArrayList<>();
		election.addListener(Recorder.onRevoked((revocation) -> {
			steps.add("revoked " + this.store.count("release"));
			election.resume();
		}));
		election.pause();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(steps).containsExactly("revoked 0");
		assertThat(election.isLeader()).as("the pause was taken back").isTrue();
	}

	@Test
	void causesThatCallersMustNotGiveAreRejected() {
		GuardedElection election = GuardedElection.of(this.engine.join("billing").election());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> election.stepDown(Duration.ZERO, TransitionCause.SHUTDOWN))
			.withMessageContainingAll("SHUTDOWN", "STEP_DOWN, STALLED, TASK_FAILED, INELIGIBLE, TENURE");
		assertThatIllegalArgumentException().isThrownBy(() -> election.withhold(TransitionCause.STEP_DOWN))
			.withMessageContainingAll("STEP_DOWN", "INELIGIBLE, PAUSED");
		assertThatIllegalArgumentException().isThrownBy(() -> election.restore(TransitionCause.LOST))
			.withMessageContaining("LOST");
		assertThatIllegalArgumentException().isThrownBy(() -> election.stepDown(Duration.ofSeconds(-1)))
			.withMessageContaining("PT-1S");
	}

	@ParameterizedTest
	@EnumSource(names = { "STEP_DOWN", "STALLED", "TASK_FAILED", "INELIGIBLE", "TENURE" })
	void stepDownReportsItsCause(TransitionCause cause) {
		LeaderElection election = lead("billing");
		election.addListener(this.recorder);
		assertThat(GuardedElection.of(election).stepDown(Duration.ofDays(1_000_000_000), cause).toCompletableFuture())
			.isCompleted();
		assertThat(this.recorder.received).contains("revoked billing " + cause);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.store.count("acquire")).isOne();
	}

	@Test
	void stepDownOfAFollowerIsDoneAtOnce() {
		assertThat(this.engine.join("billing").election().stepDown().toCompletableFuture()).isCompleted();
	}

	@Test
	void rule04ClocksAreComparedEvenIfNothingElseIsDue() {
		LeaderElection election = lead("billing");
		Leadership term = election.leadership().orElseThrow();
		this.engine.addListener(this.recorder);
		this.time.advance(Duration.ofMillis(100));
		this.time.stepWall(Duration.ofHours(1));
		assertThat(election.isLeader()).isFalse();
		assertThat(election.leadership()).isEmpty();
		assertThat(term.remaining()).isZero();
		long renewals = this.store.count("renew");
		this.time.advance(Duration.ofMillis(600));
		assertThat(this.store.count("renew")).isGreaterThan(renewals);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).as("the store's clock stepped too: a new term").isTrue();
		assertThat(election.leadership().orElseThrow().fencingToken()).isGreaterThan(term.fencingToken());
	}

	@Test
	void rule04TermIsConfirmedIfOnlyThisProcessJumped() {
		ListedStore elsewhere = new ListedStore(() -> 1_700_000_000_000L);
		ElectionEngine engine = ElectionEngineBuilder.of(elsewhere, ListedStore.TRAITS).time(this.time).build();
		LeaderElection election = engine.join("billing").election();
		engine.addListener(this.recorder);
		engine.start();
		this.time.stepWall(Duration.ofHours(-1));
		assertThat(election.isLeader()).isFalse();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(this.recorder.received).doesNotContain("revoked billing CLOCK_JUMP");
	}

	/** Before and after the lease of the former term has ended. */
	@ParameterizedTest
	@ValueSource(longs = { 1, 15 })
	void electionThatWasLeftIsKeptWhileItsWorkLingers(long seconds) {
		GuardedCall call = leaveDuringWork(this.engine);
		this.time.advance(TIMING.drainTimeout().plusSeconds(seconds));
		Candidacy again = this.engine.join("billing");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(again.election().isLeader()).as("the former work still runs").isFalse();
		call.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(again.election().isLeader()).isTrue();
		assertThat(again.election().status().transitions()).as("the former history").hasSizeGreaterThan(3);
	}

	/** Returns a guarded call of an election that was left since. */
	private static GuardedCall leaveDuringWork(ElectionEngine engine) {
		engine.start();
		Candidacy candidacy = engine.join("billing");
		GuardedCall call = enter(candidacy.election(), OnLoss.CONTINUE);
		candidacy.close();
		return call;
	}

	@Test
	void leftElectionIsRemovedWhenItsWorkHasEnded() {
		LeaderElection kept = lead("kept");
		GuardedCall call = leaveDuringWork(this.engine);
		this.time.advance(TIMING.drainTimeout().plus(TIMING.lease()));
		call.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.engine.all()).containsExactly(kept);
		assertThat(kept.isLeader()).isTrue();
		assertThat(causes(this.engine.join("billing").election())).as("a history of its own")
			.containsExactly(TransitionCause.STARTED, TransitionCause.ACQUIRED);
	}

	@Test
	void rule21LeavingReleasesTheLockAfterLongWork() {
		ElectionEngine leaving = holding();
		GuardedCall call = leaveDuringWork(leaving);
		this.time.advance(TIMING.drainTimeout().plusSeconds(1));
		call.close();
		assertHandedOver(leaving);
	}

	@Test
	void rule21LeavingReleasesTheLockAfterALostRelease() {
		ElectionEngine leaving = holding();
		Candidacy candidacy = leaving.join("billing");
		leaving.start();
		this.store.failOn("release");
		candidacy.close();
		this.time.advance(TIMING.operationTimeout());
		this.store.down(false);
		assertHandedOver(leaving);
	}

	@Test
	void rule21LeavingReleasesTheLockOfALostAcquire() {
		ElectionEngine leaving = holding();
		leaving.start();
		this.store.loseAnswers(true);
		Candidacy candidacy = leaving.join("billing");
		candidacy.close();
		this.time.advance(TIMING.operationTimeout());
		this.store.loseAnswers(false);
		assertHandedOver(leaving);
	}

	private ElectionEngine holding() {
		this.store.holds = true;
		return builder(Rig.GUARD_LOCK).build();
	}

	/** Although the process, and with it the session, continues. */
	private void assertHandedOver(ElectionEngine left) {
		ElectionEngine other = holding();
		LeaderElection rival = follow(other, "billing");
		this.time.advance(TIMING.lease().multipliedBy(2).plusSeconds(5));
		assertThat(rival.isLeader()).isTrue();
		assertThat(left.all()).isEmpty();
		assertThat(left.isRunning()).isTrue();
	}

	@Test
	void joinDuringTheHandoverOfALeaveContendsAgain() {
		GuardedCall call = leaveDuringWork(this.engine);
		Candidacy again = this.engine.join("billing");
		call.close();
		assertThat(again.election().isLeader()).isTrue();
		assertThat(this.engine.all()).hasSize(1);
	}

	@Test
	void observationsAreSentAndTimeOut() {
		LeaderElection election = lead("billing");
		election.stepDown(Duration.ofHours(1));
		this.time.holdIo();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.operations).contains("observe timeout");
		this.time.releaseIo();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.operations).contains("observe success");
		this.engine.stop();
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.operations).contains("acquire success", "release success");
	}

}
