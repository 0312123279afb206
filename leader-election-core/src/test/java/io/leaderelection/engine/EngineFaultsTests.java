/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.LeaseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Tests of an engine in stepped time with failures around it.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineFaultsTests extends EngineRig {

	private ElectionEngine engine = builder().build();

	private LeaderElection lead(String name) {
		return lead(this.engine, name);
	}

	@Test
	void rule12ThrowingOperationListenerEndsNoTerm() {
		this.engine = builder().operationListener((operation, outcome, took) -> {
			throw new IllegalStateException("no meter today");
		}).build();
		LeaderElection election = lead("billing");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(this.store.count("renew")).isGreaterThan(10);
		this.time.holdIo();
		this.time.advance(Duration.ofSeconds(9));
		assertThat(election.status().lastError()).as("timeouts are reported, too").startsWith("No answer within");
		this.time.releaseIo();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void rule12ThrowingCallListenerAffectsNoTermOrListener() {
		List<String> received = new ArrayList<>();
		this.engine = builder().operationListener(new CallListener(() -> {
			throw new IllegalStateException("no trace today");
		}, () -> {
		})).operationListener(new CallListener(() -> received.add("begin"), () -> {
			received.add("end");
			throw new IllegalStateException("no trace today");
		})).operationListener(new CallListener(() -> received.add("other"), () -> received.add("other end"))).build();
		LeaderElection election = lead("billing");
		assertThat(received).startsWith("begin", "other", "other end", "end");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(this.store.count("renew")).isGreaterThan(10);
	}

	@Test
	void rule12SlowListenerDelaysNoAnswerOfTheStore() {
		List<Boolean> answered = new ArrayList<>();
		this.engine = builder().operationListener(new CallListener(() -> {
		}, () -> answered.add(!this.time.isIdle()))).build();
		lead("billing");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(answered).hasSizeGreaterThan(10).containsOnly(true);
	}

	private record CallListener(Runnable onBegin, Runnable onEnd) implements OperationListener {

		@Override
		public void completed(String operation, String outcome, Duration took) {
			// Not tested here
		}

		@Override
		public Call begin(String operation, int commands) {
			assertThat(commands).isPositive();
			this.onBegin.run();
			return (failure) -> this.onEnd.run();
		}

	}

	@Test
	void rule12RenewalsSurviveATimeWithoutThreads() {
		LeaderElection election = lead("billing");
		this.time.noThreads(true);
		this.time.advance(Duration.ofSeconds(10));
		this.time.noThreads(false);
		this.time.advance(Duration.ofSeconds(20));
		assertThat(election.isLeader()).isTrue();
		assertThat(election.status().transitions()).noneMatch(
				(transition) -> transition.to() == ElectionState.FOLLOWER && transition.from() == ElectionState.LEADER);
	}

	/** For example, because there was no memory when it ran. */
	@Test
	void rule18LostAlarmIsSetAgain() {
		ElectionTiming timing = ElectionTiming.builder().lease(Duration.ofSeconds(1)).build();
		this.engine = builder().timing(timing).build();
		LeaderElection election = lead("billing");
		this.time.loseTimers(true);
		this.time.advance(Duration.ofSeconds(3));
		this.time.loseTimers(false);
		this.time.advance(Duration.ofSeconds(2));
		long before = this.store.count("renew");
		this.time.advance(Duration.ofSeconds(10));
		assertThat(election.isLeader()).isTrue();
		assertThat(this.store.count("renew") - before).as("more often than the loop looks").isGreaterThan(25);
	}

	@Test
	void rule06EventsSurviveATimeWithoutThreads() {
		this.engine.addListener(this.recorder);
		LeaderElection election = lead("billing");
		this.time.noThreads(true);
		CompletableFuture<Void> handover = election.stepDown().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(1));
		this.time.noThreads(false);
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.recorder.received).contains("revoked billing STEP_DOWN");
		assertThat(handover).isCompleted();
		assertThat(this.store.count("release")).isOne();
	}

	/** Fails a step of the engine at a different place in each run. */
	@Test
	void rule18ClockMayFailAtAnyReading() {
		boolean failed = true;
		for (int reading = 1; failed; reading++) {
			failed = new EngineFaultsTests().clockFailsOnce(reading);
			assertThat(failed || reading > 100).as("readings").isTrue();
		}
	}

	/** Runs two terms, with one failing reading of the clock. */
	private boolean clockFailsOnce(int reading) {
		this.engine.addListener(this.recorder);
		LeaderElection election = this.engine.join("billing").election();
		this.time.failClock(reading);
		this.engine.start();
		// After a failed step it contends again after a lease
		Duration aTerm = Rig.TIMING.lease().plusSeconds(5);
		this.time.advance(aTerm);
		CompletableFuture<Void> handover = election.stepDown().toCompletableFuture();
		this.time.advance(Rig.TIMING.coolDown().plus(aTerm));
		boolean failed = this.time.clockFailed();
		this.time.failClock(0);
		this.time.advance(aTerm);
		assertThat(handover).as("handover after reading %d failed", reading).isCompleted();
		assertThat(election.isLeader()).as("leads after reading %d failed", reading).isTrue();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).as("renews after reading %d failed", reading).isTrue();
		CompletableFuture<Void> stop = this.engine.stop().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(stop).as("stop after reading %d failed", reading).isCompleted();
		List<String> terms = this.recorder.termEvents();
		for (int i = 0; i < terms.size(); i++) {
			assertThat(terms.get(i)).as("event %d after reading %d failed", i, reading)
				.startsWith((i % 2 == 0) ? "granted" : "revoked");
		}
		assertThat(terms.size()).as("events after reading %d failed: %s", reading, terms).isIn(4, 6, 8);
		return failed;
	}

	@Test
	void failureWhileTheStoreAnswersConcernsOneElection() {
		ElectionEngine other = builder().build();
		follow(other, "invoices");
		LeaderElection invoices = this.engine.join("invoices").election();
		LeaderElection billing = lead("billing");
		this.store.failing((operation) -> operation.equals("renew") ? new IllegalStateException("locked") : null);
		this.time.advance(Rig.TIMING.renewInterval().plusSeconds(2));
		assertThat(billing.status().lastError()).contains("locked");
		assertThat(invoices.status().lastError()).isNull();
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(3));
		assertThat(billing.isLeader()).isTrue();
		assertThat(billing.status().lastError()).isNull();
	}

	@Test
	void connectObservesOnceAndFailsQuietly() {
		this.store.failing((operation) -> new IllegalStateException("not there yet"));
		this.engine.connect("billing");
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.store.calls).containsExactly("observe 1");
		assertThat(this.engine.find("billing")).isEmpty();
		this.store.down(false);
		LeaderElection election = lead(this.engine, "billing");
		assertThat(election.status().lastError()).isNull();
	}

	@Test
	void pollsAfterTheSubscriptionOfAnEarlierStartEnded() {
		ElectionEngine other = builder().build();
		follow(other, "billing");
		follow(this.engine, "billing");
		this.engine.stop();
		this.store.failOn("watch");
		this.engine.start();
		long before = this.store.count("acquire");
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.store.count("acquire") - before).isGreaterThanOrEqualTo(3);
	}

	@Test
	void subscriptionOfAnEarlierStartIsIgnored() {
		LeaderElection election = lead("billing");
		LeaseStore.NotificationListener former = this.store.subscriptions().get(0);
		this.engine.stop();
		this.engine.start();
		this.time.advance(Rig.TIMING.coolDown().plusSeconds(1));
		assertThat(election.isLeader()).isTrue();
		this.time.holdIo();
		former.live(false);
		former.disconnected();
		this.time.runReady();
		assertThat(election.isLeader()).isTrue();
		this.store.subscriptions().get(0).disconnected();
		this.time.runReady();
		assertThat(election.isLeader()).as("believes before the store has confirmed the term").isFalse();
		this.time.releaseIo();
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void notificationsArriveAfterARestart() {
		ElectionEngine other = builder().build();
		LeaderElection leader = follow(other, "billing");
		LeaderElection follower = this.engine.join("billing").election();
		this.time.holdIo();
		this.engine.start();
		this.engine.stop();
		this.engine.start();
		this.time.releaseIo();
		this.time.advance(Duration.ofSeconds(4));
		leader.stepDown();
		assertThat(follower.isLeader()).isTrue();
	}

	@Test
	void electionThatWasLeftIsNotContendedInByALaterStart() {
		Candidacy candidacy = this.engine.join("billing");
		this.engine.start();
		GuardedCall call = enter(candidacy.election(), OnLoss.CONTINUE);
		candidacy.close();
		this.engine.stop();
		this.engine.start();
		call.close();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.store.count("release")).isOne();
		assertThat(this.store.count("acquire")).isOne();
		assertThat(candidacy.election().isLeader()).isFalse();
	}

	@Test
	void rule08CloseInAListenerStillHandsOverFirst() {
		LeaderElection election = this.engine.join("billing").election();
		election.addListener(Recorder.onGranted((leadership) -> this.engine.close()));
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.store.count("release")).isOne();
		assertThat(this.store.closed).isTrue();
		assertThat(election.isLeader()).isFalse();
	}

	@Test
	void rule08CloseInGuardedWorkReleasesWhenItHasEnded() {
		LeaderElection election = lead("billing");
		GuardedCall call = enter(election, OnLoss.CONTINUE);
		this.engine.close();
		assertThat(call.leadership().isValid()).isTrue();
		assertThat(this.store.closed).as("closed under running work").isFalse();
		call.close();
		this.time.runReady();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.store.closed).isTrue();
	}

	@Test
	void rule08InterruptedCloseStillHandsOver() {
		LeaderElection election = lead("billing");
		this.time.holdIo();
		Thread.currentThread().interrupt();
		this.engine.close();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.store.closed).isFalse();
		this.time.releaseIo();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.store.closed).isTrue();
		assertThat(election.isLeader()).isFalse();
	}

	@Test
	void rule01AcquireInFlightAtTheCloseIsUndone() {
		this.time.holdIo();
		LeaderElection election = follow(this.engine, "billing");
		this.engine.stop();
		this.time.releaseIo();
		this.time.advance(Duration.ofSeconds(1));
		this.engine.close();
		assertThat(election.isLeader()).isFalse();
		assertThat(this.store.count("acquire")).isOne();
		assertThat(this.store.count("release")).isOne();
		ElectionEngine other = builder().build();
		LeaderElection next = follow(other, "billing");
		assertThat(next.isLeader()).as("nothing is in the way").isTrue();
	}

	@Test
	void nobodyLeadsAfterCloseEvenIfTheHandoverHangs() {
		ElectionTiming timing = ElectionTiming.builder()
			.lease(Duration.ofMillis(500))
			.drainTimeout(Duration.ofMillis(1))
			.build();
		this.engine = builder().timing(timing).build();
		LeaderElection election = lead("billing");
		AtomicReference<GuardedCall> call = new AtomicReference<>();
		Thread worker = new Thread(() -> call.set(election.tryEnter(OnLoss.CONTINUE)));
		worker.start();
		assertThatCode(worker::join).doesNotThrowAnyException();
		// Time stands still, so the drain never times out
		this.engine.close();
		assertThat(this.store.closed).isTrue();
		assertThat(election.isLeader()).isFalse();
		assertThat(call.get().leadership().isValid()).isFalse();
	}

}
