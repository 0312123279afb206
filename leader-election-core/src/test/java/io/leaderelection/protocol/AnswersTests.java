/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a single answer, notification or missing answer changes: whom the
 * candidate takes for the leader, and when it sends the next command.
 */
class AnswersTests {

	private static final Duration LEASE = Rig.TIMING.lease();

	private static final Duration USABLE = LEASE.minus(Rig.TIMING.safetyMargin());

	private static final Duration RETRY = Rig.TIMING.retryInterval();

	private final Rig rig = new Rig();

	private Leader leader() {
		return this.rig.effect(Effect.ChangeLeader.class).change().current();
	}

	// Who leads

	@Test
	void recordWithoutTimeLeftShowsNoLeader() {
		this.rig.start(Rig.held(5, Duration.ZERO));
		assertThat(this.rig.count(Effect.ChangeLeader.class)).isZero();
	}

	@Test
	void leaderWhoseTimeIsOverIsForgotten() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.run(RETRY.plusMillis(500));
		assertThat(leader().id()).isEqualTo("other");
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ZERO));
		assertThat(leader()).isNull();
	}

	@Test
	void leaderWhoseTermWasReleasedIsForgotten() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.run(RETRY.plusMillis(500));
		assertThat(leader().id()).isEqualTo("other");
		this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Free(5, true));
		assertThat(leader()).isNull();
	}

	@Test
	void pendingCandidateKnowsNoLeader() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(1)));
		this.rig.run(Duration.ofMillis(1100));
		assertThat(leader().id()).isEqualTo("other");
		this.rig.answer(this.rig.sent(Acquire.class), Rig.pending(7, Duration.ofSeconds(5)));
		assertThat(leader()).isNull();
	}

	@Test
	void causesOfAPauseAreShown() {
		this.rig.start();
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		assertThat(this.rig.machine.standing().withheldBy()).containsExactly(TransitionCause.PAUSED);
	}

	// When the next command is sent

	@Test
	void attemptWithoutAnAnswerIsRepeatedAlthoughOthersGoFirst() {
		this.rig.start();
		this.rig.timeOut(this.rig.sent(Acquire.class));
		this.rig.on(new Input.OthersFirst(true));
		this.rig.contends(RETRY);
	}

	@Test
	void answerEndsTheBackOff() {
		this.rig.start();
		for (int i = 0; i < 2; i++) {
			this.rig.timeOut(this.rig.sent(Acquire.class));
			this.rig.contends(Duration.ofSeconds(3));
		}
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(1)));
		this.rig.contends(Duration.ofMillis(1200));
		this.rig.timeOut(this.rig.sent(Acquire.class));
		this.rig.contends(RETRY);
	}

	@Test
	void observationOfGarbageIsRepeatedSlowly() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		this.rig.answer(this.rig.sent(Observe.class), new Outcome.Unknown(new GarbageRecordException("a test")));
		long before = this.rig.count(Observe.class);
		this.rig.run(Duration.ofSeconds(3));
		assertThat(this.rig.count(Observe.class)).isEqualTo(before);
		this.rig.run(Duration.ofSeconds(3));
		assertThat(this.rig.count(Observe.class)).isEqualTo(before + 1);
	}

	@Test
	void freeRecordIsAcquiredAtOnceAfterATermOfAnother() {
		this.rig.start(Rig.absent());
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.contends(Duration.ofMillis(200));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(6, Duration.ofSeconds(1)));
		this.rig.contends(Duration.ofMillis(1200));
		Rig.assertOne(Acquire.class,
				commands(this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Free(6, true))));
	}

	@Test
	void missingAnswerDoesNotEndTheTimeInWhichOthersGoFirst() {
		giveUpAttempt();
		this.rig.timeOut(this.rig.sent(Observe.class));
		this.rig.staysAway(Duration.ofSeconds(5));
		this.rig.contends(Duration.ofSeconds(3), Rig.absent());
	}

	@Test
	void othersGoFirstForALeaseIfTheAttemptIsSeenOnRecord() {
		giveUpAttempt();
		this.rig.answer(this.rig.sent(Observe.class), Rig.own(7, Duration.ofSeconds(10)));
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		this.rig.staysAway(LEASE.minusSeconds(4), new Outcome.Free(7, true));
		this.rig.contends(Duration.ofSeconds(5), new Outcome.Free(7, true));
	}

	private void giveUpAttempt() {
		this.rig.start();
		while (this.rig.last(Observe.class).isEmpty()) {
			this.rig.timeOut(this.rig.sent(Acquire.class));
			this.rig.run(Duration.ofSeconds(1));
		}
	}

	@Test
	void notificationDuringATermIsForgotten() {
		this.rig.lead(7);
		this.rig.on(new Input.Notified());
		this.rig.run(Duration.ofSeconds(5));
		assertThat(commands(this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost()))).isEmpty();
	}

	@Test
	void recordIsReadAtOnceWhenNotificationsBegin() {
		Rig rig = new Rig(Rig.PUSH).start(Rig.held(5, Duration.ofSeconds(12)));
		Rig.assertOne(Acquire.class, commands(rig.on(new Input.WatchLive(true))));
	}

	@Test
	void recordIsReadAtOnceWhenWorkOfAnExpiredTermEnds() {
		this.rig.lead(7);
		this.rig.run(USABLE.plusMillis(1));
		assertThat(this.rig.count(Observe.class)).isZero();
		Rig.assertOne(Observe.class, commands(this.rig.on(new Input.WorkEnded(7))));
	}

	@Test
	void renewalIsEarlyIfTheStoreGrantsLessThanALease() {
		this.rig.start(new Outcome.Granted(7, Duration.ofSeconds(6), Duration.ZERO));
		this.rig.run(Duration.ofMillis(2100));
		assertThat(this.rig.count(Renew.class)).isOne();
	}

	@Test
	void undoWaitsForTheAnswerToAnAttempt() {
		this.rig.start();
		Effect.Send<Acquire> abandoned = this.rig.sent(Acquire.class);
		this.rig.timeOut(abandoned);
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		this.rig.answer(this.rig.sent(Observe.class), Rig.absent());
		this.rig.on(new Input.Resume(TransitionCause.PAUSED));
		assertThat(commands(this.rig.answer(abandoned, Rig.granted(7)))).isEmpty();
		Rig.assertOne(Release.class, commands(this.rig.timeOut(this.rig.sent(Acquire.class))));
	}

	// Handing over

	@Test
	void drainTimeoutWakesTheCandidate() {
		Rig rig = new Rig(Rig.POLL, drainTimeout(Duration.ofMillis(20))).lead(7);
		rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		assertThat(rig.machine.wakeIn(rig.now())).isEqualTo(Duration.ofMillis(20).toNanos());
	}

	@Test
	void lastCheckpointsAreSentAtOnceWhenTheWorkEnds() {
		handOverWithUnwrittenCheckpoints(this.rig);
		Rig.assertOne(Renew.class, commands(this.rig.on(new Input.WorkEnded(7))));
	}

	@Test
	void releaseWaitsForCheckpointsWithinTheDrainOnly() {
		Rig rig = new Rig(Rig.POLL, drainTimeout(Rig.TIMING.operationTimeout().plusSeconds(1)));
		handOverWithUnwrittenCheckpoints(rig);
		rig.on(new Input.WorkEnded(7));
		rig.timeOut(rig.sent(Renew.class));
		assertThat(rig.last(Release.class)).isEmpty();
		for (int i = 0; i < 3; i++) {
			rig.run(Duration.ofMillis(800));
			rig.timeOut(rig.sent(Renew.class));
		}
		assertThat(rig.count(Release.class)).isOne();
	}

	private static void handOverWithUnwrittenCheckpoints(Rig rig) {
		rig.lead(7);
		rig.on(new Input.Note(7, 1, Map.of("a", "1")));
		rig.timeOut(rig.sent(Renew.class));
		rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
	}

	private static ElectionTiming drainTimeout(Duration drainTimeout) {
		return ElectionTiming.builder().lease(LEASE).drainTimeout(drainTimeout).build();
	}

	private static List<Effect> commands(List<Effect> effects) {
		return effects.stream().filter((effect) -> effect instanceof Effect.Send<?>).toList();
	}

}
