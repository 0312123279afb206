/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderChange;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for {@link ElectionStateMachine} beyond the safety rules.
 */
class ElectionStateMachineTests {

	private final Rig rig = new Rig();

	@Test
	void startAcquiresAtOnceWithoutASeenToken() {
		this.rig.start();
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		assertThat(acquire.command().seenToken()).isEqualTo(LeaseStore.ABSENT);
		assertThat(acquire.command().metadata()).containsEntry("zone", "a");
		assertThat(acquire.command().at()).isEqualTo(Instant.ofEpochMilli(this.rig.wall));
		assertThat(acquire.timeout()).isEqualTo(Rig.TIMING.operationTimeout().toNanos());
	}

	@Test
	void everyTransitionIsReported() {
		this.rig.lead(7);
		this.rig.on(new Input.Stop());
		this.rig.endDrain(7);
		assertThat(this.rig.effects.stream()
			.filter(Effect.Transit.class::isInstance)
			.map((effect) -> ((Effect.Transit) effect).transition())
			.map((transition) -> transition.from() + ">" + transition.to() + ":" + transition.cause() + ":"
					+ transition.fencingToken()))
			.containsExactly("STOPPED>FOLLOWER:STARTED:null", "FOLLOWER>LEADER:ACQUIRED:7",
					"LEADER>DRAINING:SHUTDOWN:7", "DRAINING>STOPPED:RELEASED:7");
	}

	@Test
	void illegalTransitionThrows() {
		assertThatIllegalStateException()
			.isThrownBy(() -> LegalTransitions.check("billing", ElectionState.STOPPED, ElectionState.LEADER))
			.withMessageContainingAll("billing", "STOPPED", "LEADER");
	}

	@Test
	void followerAcquiresWhenTheLeaseEndsWithNotifications() {
		Rig rig = new Rig(Rig.PUSH);
		rig.on(new Input.WatchLive(true));
		rig.start(Rig.held(5, Duration.ofSeconds(12)));
		rig.tick();
		rig.answer(rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(12)));
		rig.staysAway(Duration.ofSeconds(12));
		rig.contends(Duration.ofMillis(15));
		assertThat(rig.sent(Acquire.class).command().seenToken()).isEqualTo(5);
	}

	@Test
	void followerLetsAnotherGoFirstFor200MillisecondsAfterTheRelease() {
		Rig rig = new Rig(Rig.PUSH);
		rig.on(new Input.WatchLive(true));
		followWhileOthersGoFirst(rig);
		rig.on(new Input.Notified());
		rig.staysAway(Duration.ofMillis(190), new Outcome.Free(5, true));
		rig.contends(Duration.ofMillis(30), new Outcome.Free(5, true));
	}

	@Test
	void followerLetsAnotherGoFirstAfterTheLeaseHasEnded() {
		Rig rig = new Rig(Rig.PUSH);
		rig.on(new Input.WatchLive(true));
		followWhileOthersGoFirst(rig);
		rig.staysAway(Duration.ofSeconds(12), Rig.held(5, Duration.ofSeconds(12)));
		rig.staysAway(Duration.ofMillis(190), new Outcome.Free(5, false));
		rig.contends(Duration.ofSeconds(12), new Outcome.Free(5, false));
	}

	@Test
	void followerWithoutNotificationsLetsAnotherGoFirstForARetryIntervalMore() {
		Rig rig = new Rig();
		followWhileOthersGoFirst(rig);
		Duration retry = Rig.TIMING.retryInterval();
		rig.staysAway(retry, new Outcome.Free(5, true));
		rig.contends(retry.plusMillis(300), new Outcome.Free(5, true));
	}

	@Test
	void followerAcquiresAtOnceIfItIsItsTurnAgain() {
		Rig rig = new Rig(Rig.PUSH);
		rig.on(new Input.WatchLive(true));
		followWhileOthersGoFirst(rig);
		long before = rig.count(Acquire.class);
		rig.on(new Input.OthersFirst(false));
		rig.on(new Input.Notified());
		assertThat(rig.count(Acquire.class) - before).isOne();
	}

	@Test
	void followerLetsAnotherGoFirstEachTimeTheElectionIsFree() {
		Rig rig = new Rig(Rig.PUSH);
		rig.on(new Input.WatchLive(true));
		followWhileOthersGoFirst(rig);
		for (int token = 5; token < 7; token++) {
			rig.on(new Input.Notified());
			rig.answer(rig.sent(Observe.class), new Outcome.Free(token, true));
			rig.run(Duration.ofMillis(100));
			rig.on(new Input.Notified());
			rig.answer(rig.sent(Observe.class), Rig.held(token + 1, Duration.ofSeconds(12)));
			rig.staysAway(Duration.ofSeconds(1));
		}
	}

	private static void followWhileOthersGoFirst(Rig rig) {
		rig.on(new Input.OthersFirst(true));
		rig.start();
		rig.run(Duration.ofMillis(10), Rig.held(5, Duration.ofSeconds(12)));
	}

	@Test
	void followerPollsEveryRetryIntervalIfNotNotified() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.contends(Duration.ofMillis(2500));
	}

	@Test
	void notificationDuringACommandCausesAnotherOne() {
		this.rig.start();
		this.rig.on(new Input.Notified());
		this.rig.on(new Input.Notified());
		assertThat(this.rig.count(Acquire.class)).isOne();
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(12)));
		assertThat(this.rig.count(Acquire.class)).isEqualTo(2);
	}

	@Test
	void manyNotificationsCauseOneCommandEvery50Millis() {
		this.rig.start();
		Outcome held = Rig.held(5, Duration.ofSeconds(12));
		this.rig.answer(this.rig.sent(Acquire.class), held);
		for (int i = 0; i < 1000; i++) {
			this.rig.on(new Input.Notified());
			Effect.Send<Acquire> last = this.rig.sent(Acquire.class);
			this.rig.answer(last, held);
			this.rig.run(Duration.ofMillis(1));
		}
		assertThat(this.rig.count(Acquire.class)).isBetween(20L, 22L);
		this.rig.run(Duration.ofMillis(50));
		assertThat(this.rig.count(Acquire.class)).as("the last one is not lost").isBetween(21L, 23L);
	}

	@Test
	void expiredLeaseIsPolledWithAPause() {
		this.rig.start();
		for (int i = 0; i < 20; i++) {
			this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ZERO));
			this.rig.staysAway(Duration.ofMillis(49));
			this.rig.contends(Duration.ofMillis(2));
		}
	}

	@Test
	void freeRecordIsAcquiredAtOnceWithItsToken() {
		this.rig.start(new Outcome.Free(41, true));
		assertThat(this.rig.count(Acquire.class)).isEqualTo(2);
		assertThat(this.rig.sent(Acquire.class).command().seenToken()).isEqualTo(41);
		this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Free(42, true));
		assertThat(this.rig.count(Acquire.class)).as("only once at once").isEqualTo(2);
		this.rig.contends(Duration.ofMillis(101));
	}

	@Test
	void usedNonceIsReplaced() {
		this.rig.start();
		Nonce first = this.rig.sent(Acquire.class).command().nonce();
		this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Lost());
		assertThat(this.rig.sent(Acquire.class).command().nonce()).isNotEqualTo(first);
	}

	@Test
	void garbageIsRetriedSlowly() {
		this.rig.start(new Outcome.Unknown(new GarbageRecordException("not understood")));
		this.rig.staysAway(Duration.ofSeconds(3));
		this.rig.contends(Duration.ofSeconds(3));
	}

	@Test
	void renewalsOfAllElectionsOfACandidateMeet() {
		Rig other = new Rig();
		this.rig.lead(7);
		other.pass(Duration.ofMillis(3210));
		other.lead(9);
		Duration firstOne = untilRenewal(this.rig);
		Duration firstOther = untilRenewal(other);
		assertThat(firstOne).isLessThanOrEqualTo(Rig.TIMING.renewInterval());
		assertThat(firstOther).isLessThanOrEqualTo(Rig.TIMING.renewInterval());
		assertThat(Math.floorMod(this.rig.ticker - other.ticker, Rig.TIMING.renewInterval().toNanos()))
			.isLessThan(Duration.ofMillis(2).toNanos());
	}

	private static Duration untilRenewal(Rig rig) {
		long began = rig.ticker;
		while (rig.last(Renew.class).isEmpty()) {
			rig.pass(Duration.ofMillis(1));
			rig.tick();
		}
		return Duration.ofNanos(rig.ticker - began);
	}

	@Test
	void stepDownHonoursTheCoolDownAndObservesMeanwhile() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ofSeconds(30), TransitionCause.STEP_DOWN));
		this.rig.endDrain(7);
		this.rig.staysAway(Duration.ofSeconds(29), Rig.held(8, Duration.ofSeconds(15)));
		assertThat(change().current()).isNotNull();
		this.rig.contends(Duration.ofSeconds(3), Rig.held(8, Duration.ofSeconds(15)));
	}

	@Test
	void othersGetAMomentToLeadBeforeTheyAreObserved() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ofSeconds(30), TransitionCause.STEP_DOWN));
		this.rig.endDrain(7);
		assertThat(this.rig.count(Observe.class)).isZero();
		this.rig.run(Duration.ofMillis(500));
		assertThat(this.rig.count(Observe.class)).isOne();
	}

	@Test
	void laterStepDownProlongsTheCoolDown() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ofSeconds(1), TransitionCause.STEP_DOWN));
		this.rig.on(new Input.StepDown(Duration.ofSeconds(30), TransitionCause.STEP_DOWN));
		this.rig.on(new Input.StepDown(Duration.ofSeconds(1), TransitionCause.STEP_DOWN));
		this.rig.endDrain(7);
		this.rig.staysAway(Duration.ofSeconds(29), Rig.held(8, Duration.ofSeconds(15)));
	}

	@Test
	void pausedCandidateObservesAsSoonAsItStarts() {
		this.rig.lead(7);
		this.rig.on(new Input.Stop());
		this.rig.endDrain(7);
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		Rig.assertOne(Observe.class,
				this.rig.on(new Input.Start()).stream().filter((effect) -> effect instanceof Effect.Send<?>).toList());
		assertThat(this.rig.state()).isEqualTo(ElectionState.PAUSED);
	}

	@Test
	void ownLeadershipIsReportedUntilItEnds() {
		for (boolean lost : new boolean[] { true, false }) {
			Rig rig = new Rig().lead(7);
			assertThat(rig.effect(Effect.ChangeLeader.class).change().current().id()).isEqualTo("me");
			if (lost) {
				rig.run(Duration.ofSeconds(5));
				rig.answer(rig.sent(Renew.class), new Outcome.Lost());
			}
			else {
				rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
			}
			assertThat(rig.effect(Effect.ChangeLeader.class).change().current()).as("lost " + lost).isNull();
		}
	}

	@Test
	void stoppedCandidateKnowsNoLeader() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		assertThat(change().current()).isNotNull();
		this.rig.on(new Input.Stop());
		assertThat(change().current()).isNull();
	}

	@Test
	void attemptThatIsNotWantedAnyMoreIsPending() {
		this.rig.start();
		assertThat(this.rig.machine.quiet()).as("while it follows").isTrue();
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		assertThat(this.rig.machine.quiet()).isFalse();
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(12)));
		assertThat(this.rig.machine.quiet()).isTrue();
	}

	/** Requests, the cause of the revocation, and the state after the drain. */
	static Stream<Arguments> requests() {
		Input stop = new Input.Stop();
		Input start = new Input.Start();
		Input stepDown = new Input.StepDown(Duration.ofSeconds(1), TransitionCause.STEP_DOWN);
		Input pause = new Input.Pause(TransitionCause.PAUSED);
		Input ineligible = new Input.Pause(TransitionCause.INELIGIBLE);
		Input eligible = new Input.Resume(TransitionCause.INELIGIBLE);
		return Stream.of(arguments(List.of(stop, start), TransitionCause.SHUTDOWN, ElectionState.FOLLOWER),
				arguments(List.of(stop, pause, start), TransitionCause.SHUTDOWN, ElectionState.PAUSED),
				arguments(List.of(stepDown, stop, stepDown), TransitionCause.STEP_DOWN, ElectionState.STOPPED),
				arguments(List.of(ineligible, pause, eligible), TransitionCause.INELIGIBLE, ElectionState.PAUSED),
				arguments(List.of(ineligible, eligible), TransitionCause.INELIGIBLE, ElectionState.FOLLOWER));
	}

	@ParameterizedTest
	@MethodSource("requests")
	void drainEndsInTheStateRequestedMeanwhile(List<Input> requests, TransitionCause cause, ElectionState state) {
		this.rig.lead(7);
		requests.forEach(this.rig::on);
		this.rig.endDrain(7);
		assertThat(this.rig.effect(Effect.Revoke.class).cause()).isEqualTo(cause);
		assertThat(this.rig.state()).isEqualTo(state);
		assertThat(this.rig.count(Acquire.class)).isEqualTo((state == ElectionState.FOLLOWER) ? 2 : 1);
	}

	@Test
	void inputsThatDoNotApplyChangeNothing() {
		for (Input input : List.of(new Input.Stop(), new Input.Pause(TransitionCause.PAUSED),
				new Input.Resume(TransitionCause.PAUSED), new Input.Tick(), new Input.Notified(),
				new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN), new Input.WorkEnded(3))) {
			assertThat(this.rig.on(input)).isEmpty();
			assertThat(this.rig.state()).isEqualTo(ElectionState.STOPPED);
		}
		this.rig.lead(7);
		assertThat(this.rig.on(new Input.Start())).isEmpty();
		assertThat(this.rig.on(new Input.Notified())).isEmpty();
		assertThat(this.rig.on(new Input.WorkEnded(7))).isEmpty();
	}

	@Test
	void unansweredReleaseIsRepeatedOnce() {
		this.rig.lead(7);
		this.rig.on(new Input.Stop());
		this.rig.on(new Input.WorkEnded(7));
		this.rig.timeOut(this.rig.sent(Release.class));
		assertThat(this.rig.count(Release.class)).isEqualTo(2);
		this.rig.timeOut(this.rig.sent(Release.class));
		assertThat(this.rig.count(Release.class)).isEqualTo(2);
		assertThat(this.rig.state()).isEqualTo(ElectionState.STOPPED);
		assertThat(this.rig.machine.quiet()).isTrue();
	}

	@Test
	void releaseThatTookItsWholeTimeoutIsNotRepeated() {
		this.rig.lead(7);
		this.rig.on(new Input.Stop());
		this.rig.on(new Input.WorkEnded(7));
		this.rig.pass(Rig.TIMING.operationTimeout());
		this.rig.timeOut(this.rig.sent(Release.class));
		assertThat(this.rig.count(Release.class)).isOne();
	}

	@Test
	void releaseOfALostTermReportsTheLoss() {
		this.rig.lead(7);
		this.rig.on(new Input.Stop());
		this.rig.on(new Input.WorkEnded(7));
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Lost());
		assertThat(this.rig.effect(Effect.Transit.class).transition().cause()).isEqualTo(TransitionCause.LOST);
	}

	@Test
	void lockIsReleasedALeaseAfterTheRequestNotTheAnswer() {
		Rig rig = new Rig(Rig.GUARD_LOCK).start();
		Effect.Send<Acquire> acquire = rig.sent(Acquire.class);
		rig.pass(Duration.ofSeconds(2));
		rig.answer(acquire, Rig.granted(7));
		while (rig.state() == ElectionState.LEADER) {
			rig.run(Duration.ofMillis(100));
			rig.last(Renew.class).ifPresent(rig::timeOut);
		}
		Duration sentAgo = Duration.ofNanos(rig.ticker - acquire.sent().ticker());
		rig.run(Rig.TIMING.lease().minus(sentAgo).minusMillis(1));
		assertThat(rig.last(Release.class)).isEmpty();
		rig.run(Duration.ofMillis(2));
		assertThat(rig.sent(Release.class).command().token()).isEqualTo(7);
	}

	@Test
	void leaderIsUnknownWhenTheStoreIsSilent() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(4)));
		this.rig.run(Duration.ofSeconds(6));
		assertThat(change().current()).isNotNull();
		this.rig.run(Duration.ofMillis(1001));
		assertThat(change().current()).isNull();
		assertThat(change().previous()).isNotNull();
	}

	@Test
	void pendingCandidateIsNotALeader() {
		this.rig.start(
				new Outcome.Leased("other", Instant.EPOCH, 5, Duration.ofSeconds(9), Duration.ofSeconds(3), Map.of()));
		assertThat(this.rig.count(Effect.ChangeLeader.class)).isZero();
		this.rig.run(Duration.ofSeconds(4));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(9)));
		assertThat(change().current()).isNotNull();
	}

	@Test
	void ownFormerTermIsNotALeader() {
		this.rig.start(Rig.own(5, Duration.ofSeconds(9)));
		assertThat(this.rig.count(Effect.ChangeLeader.class)).isZero();
	}

	private LeaderChange change() {
		return this.rig.effect(Effect.ChangeLeader.class).change();
	}

	@Test
	void pendingTermThatExpiresIsNotRevoked() {
		this.rig.start(Rig.pending(7, Duration.ofSeconds(60)));
		for (int i = 0; i < 40 && this.rig.state() == ElectionState.PENDING; i++) {
			this.rig.run(Duration.ofMillis(500));
			this.rig.last(Renew.class).ifPresent(this.rig::timeOut);
		}
		assertThat(this.rig.state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
	}

	@Test
	void absurdDurationsFromTheStoreAreBounded() {
		this.rig.start(new Outcome.Leased("other", Instant.EPOCH, 5, Duration.ofSeconds(Long.MAX_VALUE),
				Duration.ofSeconds(-5), Map.of()));
		assertThat(this.rig.machine.wakeIn(this.rig.now())).isBetween(1L, Duration.ofSeconds(3).toNanos());
	}

	@Test
	void strayAnswersAreDropped() {
		this.rig.lead(7);
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		assertThat(this.rig.answer(acquire, Rig.held(9, Duration.ofSeconds(5)))).isEmpty();
		assertThat(this.rig.answer(acquire, Rig.granted(7))).isEmpty();
		assertThat(this.rig.leads()).isTrue();
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> renew = this.rig.sent(Renew.class);
		this.rig.timeOut(renew);
		assertThat(this.rig.answer(renew, new Outcome.Lost())).isEmpty();
		assertThat(this.rig.leads()).isTrue();
	}

}
