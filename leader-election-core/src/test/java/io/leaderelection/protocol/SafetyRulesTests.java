/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The safety rules of the protocol, one by one, by their numbers in docs/guarantees.md.
 */
class SafetyRulesTests {

	private static final Duration LEASE = Rig.TIMING.lease();

	private static final Duration USABLE = LEASE.minus(Rig.TIMING.safetyMargin());

	private static final Duration MILLI = Duration.ofMillis(1);

	private final Rig rig = new Rig();

	private final Set<Long> answeredTooLate = new HashSet<>();

	@Test
	void rule01DeadlineCountsFromBeforeTheAcquireWasSent() {
		this.rig.start();
		this.rig.pass(Duration.ofSeconds(2));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.granted(7));
		assertThat(this.rig.leads()).isTrue();
		this.rig.pass(USABLE.minusSeconds(2).minus(MILLI));
		assertThat(this.rig.leads()).isTrue();
		this.rig.pass(MILLI);
		assertThat(this.rig.leads()).isFalse();
	}

	@Test
	void rule01DeadlineCountsFromBeforeTheRenewalWasSent() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> renew = this.rig.sent(Renew.class);
		this.rig.answer(renew, Rig.granted(7));
		TermBounds bounds = this.rig.machine.standing().bounds();
		assertThat(bounds).isNotNull();
		assertThat(bounds.sentTicker()).isEqualTo(renew.sent().ticker());
		assertThat(bounds.sentWall()).isEqualTo(renew.sent().wall());
		assertThat(bounds.length()).isEqualTo(USABLE.toNanos());
	}

	@Test
	void rule01DeadlineIsShorterWhereTheStoreGrantsLess() {
		this.rig.start(new Outcome.Granted(7, Duration.ofSeconds(4), Duration.ZERO));
		this.rig.pass(Duration.ofMillis(2499));
		assertThat(this.rig.leads()).isTrue();
		this.rig.pass(MILLI);
		assertThat(this.rig.leads()).isFalse();
	}

	@Test
	void rule01LateGrantGrantsNothingAndIsUndone() {
		this.rig.start();
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		this.rig.pass(USABLE);
		this.rig.answer(acquire, Rig.granted(7));
		assertThat(this.rig.state()).isEqualTo(ElectionState.FOLLOWER);
		Effect.Send<Release> undo = this.rig.sent(Release.class);
		assertThat(undo.command().nonce()).isEqualTo(acquire.command().nonce());
		assertThat(undo.command().token()).isEqualTo(7);
	}

	@Test
	void rule01LateGrantOfTheCurrentNonceIsKept() {
		this.rig.start();
		Effect.Send<Acquire> first = this.rig.sent(Acquire.class);
		this.rig.timeOut(first);
		this.rig.run(Duration.ofSeconds(3));
		Effect.Send<Acquire> second = this.rig.sent(Acquire.class);
		assertThat(second.id()).isNotEqualTo(first.id());
		assertThat(second.command().nonce()).isEqualTo(first.command().nonce());
		this.rig.answer(second, Rig.granted(7));
		this.rig.pass(Duration.ofSeconds(2));
		this.rig.answer(first, Rig.granted(7));
		assertThat(this.rig.leads()).isTrue();
		assertThat(this.rig.last(Release.class)).isEmpty();
	}

	@Test
	void rule01LateGrantOfAnAbandonedAttemptIsUndone() {
		this.rig.start();
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		this.rig.timeOut(acquire);
		this.rig.on(new Input.Stop());
		assertThat(this.rig.machine.quiet()).isTrue();
		this.rig.answer(acquire, Rig.granted(7));
		assertThat(this.rig.sent(Release.class).command().token()).isEqualTo(7);
		assertThat(this.rig.machine.quiet()).isFalse();
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		assertThat(this.rig.machine.quiet()).isTrue();
	}

	@Test
	void rule01LateAnswerToARenewalIsDropped() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> renew = this.rig.sent(Renew.class);
		this.rig.pass(USABLE);
		this.rig.answer(renew, Rig.granted(7));
		assertThat(this.rig.state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.leads()).isFalse();
	}

	@Test
	@DisplayName("Rule 2: nothing makes a leader outside the deadline, even if the loop hangs")
	void rule02NothingLeadsBeyondTheDeadline() {
		this.rig.lead(7);
		this.rig.pass(USABLE);
		assertThat(this.rig.state()).isEqualTo(ElectionState.LEADER);
		assertThat(this.rig.leads()).isFalse();
		assertThat(this.rig.valid(7)).isFalse();
	}

	@Test
	void rule03DeadlineEndsTheTermNotAnUnknownRenewal() {
		this.rig.lead(7);
		for (int i = 0; i < 40 && this.rig.state() == ElectionState.LEADER; i++) {
			this.rig.run(Duration.ofMillis(500));
			this.rig.last(Renew.class).ifPresent(this.rig::timeOut);
			assertThat(this.rig.count(Effect.Revoke.class) > 0).isEqualTo(this.rig.state() != ElectionState.LEADER);
		}
		assertThat(this.rig.effect(Effect.Revoke.class).cause()).isEqualTo(TransitionCause.EXPIRED);
		assertThat(this.rig.count(Renew.class)).isGreaterThan(2);
		assertThat(this.rig.count(Effect.Interrupt.class)).isOne();
	}

	/** For any begin and length of the last call during an outage. */
	@Test
	void rule03TermIsRenewedIfTheStoreReturnsInTime() {
		long longestPause = 3 * Rig.TIMING.operationTimeout().toMillis() / 8;
		for (double jitter : new double[] { 0, 0.3, 0.5, 0.7, 0.999 }) {
			for (long took : new long[] { 0, 10, 400, 1000, Rig.TIMING.operationTimeout().toMillis() }) {
				Rig rig = new Rig();
				rig.jitter = jitter;
				rig.lead(7);
				long back = USABLE.toMillis() - longestPause - took - 2;
				long tries = renewalsUntilOneSucceeds(rig, back, took);
				assertThat(rig.leads()).as("jitter %s, calls of %d ms", jitter, took).isTrue();
				assertThat(rig.count(Effect.Revoke.class)).isZero();
				long away = back - Rig.TIMING.renewInterval().toMillis();
				assertThat(tries).isGreaterThan(away / (longestPause + took + 2));
			}
		}
	}

	/** Simulates an outage until then. Ends after the deadline. */
	private static long renewalsUntilOneSucceeds(Rig rig, long back, long took) {
		long tries = 0;
		long sent = 0;
		boolean succeeded = false;
		for (long now = 0; now <= USABLE.toMillis(); now++) {
			if (!succeeded && rig.count(Renew.class) > tries) {
				tries++;
				sent = now;
			}
			if (!succeeded && tries > 0 && sent >= back) {
				rig.renewed(7);
				succeeded = true;
			}
			else if (!succeeded && tries > 0 && now == sent + took) {
				rig.timeOut(rig.sent(Renew.class));
			}
			rig.run(MILLI);
		}
		return tries;
	}

	@Test
	void rule03DefiniteLossEndsTheTermAtOnce() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		assertThat(this.rig.leads()).isFalse();
		assertThat(this.rig.effect(Effect.Revoke.class)).isEqualTo(new Effect.Revoke(7, TransitionCause.LOST));
		assertThat(this.rig.effect(Effect.Interrupt.class).token()).isEqualTo(7);
	}

	@Test
	void rule04ClockJumpMakesTheTermUnconfirmed() {
		for (long step : new long[] { 751, -751, 3_600_000, -3_600_000 }) {
			Rig rig = new Rig().lead(7);
			rig.wall += step;
			assertThat(rig.leads()).as("step %d", step).isFalse();
			List<Effect> effects = rig.tick();
			assertThat(rig.machine.standing().unconfirmed()).isTrue();
			Rig.assertOne(Renew.class, effects);
			assertThat(rig.count(Effect.Revoke.class)).isZero();
			rig.renewed(7);
			assertThat(rig.leads()).isTrue();
			assertThat(rig.count(Effect.Revoke.class)).isZero();
		}
	}

	@Test
	void rule04ClocksWithinTheToleranceChangeNothing() {
		this.rig.lead(7);
		this.rig.wall += 750;
		assertThat(this.rig.leads()).isTrue();
		assertThat(this.rig.tick()).isEmpty();
	}

	@Test
	void rule04StaysUnconfirmedWhenTheClocksAgreeAgain() {
		this.rig.lead(7);
		this.rig.wall += 5000;
		this.rig.tick();
		this.rig.wall -= 5000;
		this.rig.tick();
		assertThat(this.rig.leads()).isFalse();
	}

	@Test
	void rule04AnswerSentBeforeTheJumpConfirmsNothing() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> before = this.rig.sent(Renew.class);
		this.rig.wall += 600_000;
		this.rig.answer(before, Rig.granted(7));
		assertThat(this.rig.leads()).isFalse();
		Effect.Send<Renew> after = this.rig.sent(Renew.class);
		assertThat(after.id()).isGreaterThan(before.id());
		this.rig.answer(after, Rig.granted(7));
		assertThat(this.rig.leads()).isTrue();
	}

	@Test
	@DisplayName("Rule 4: a lost session makes the term unconfirmed until the store confirms it")
	void rule04LostSessionMakesTheTermUnconfirmed() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> before = this.rig.sent(Renew.class);
		List<Effect> effects = this.rig.on(new Input.Disconnected());
		assertThat(this.rig.leads()).isFalse();
		assertThat(this.rig.machine.standing().unconfirmed()).isTrue();
		Rig.assertOne(Renew.class, effects);
		this.rig.answer(before, Rig.granted(7));
		assertThat(this.rig.leads()).isFalse();
		Effect.Send<Renew> between = this.rig.sent(Renew.class);
		this.rig.on(new Input.Disconnected());
		this.rig.answer(between, Rig.granted(7));
		assertThat(this.rig.leads()).as("lost again since").isFalse();
		this.rig.renewed(7);
		assertThat(this.rig.leads()).isTrue();
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
	}

	@ParameterizedTest
	@EnumSource(names = { "CLOCK_JUMP", "DISCONNECTED" })
	@DisplayName("Rule 4: an unconfirmed term ends an operation timeout after the detection")
	void rule04UnconfirmedTermEndsAnOperationTimeoutLater(TransitionCause cause) {
		Input detection = (cause == TransitionCause.DISCONNECTED) ? new Input.Disconnected() : new Input.Tick();
		this.rig.lead(7);
		this.rig.wall += (cause == TransitionCause.CLOCK_JUMP) ? 5000 : 0;
		this.rig.on(detection);
		this.rig.pass(Rig.TIMING.operationTimeout().minus(MILLI));
		this.rig.tick();
		this.rig.on(detection);
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
		this.rig.pass(MILLI);
		this.rig.tick();
		assertThat(this.rig.effect(Effect.Revoke.class).cause()).isEqualTo(cause);
	}

	@Test
	void rule04UnconfirmedIsKeptThroughDraining() {
		this.rig.lead(7);
		this.rig.wall += 5000;
		this.rig.tick();
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		assertThat(this.rig.state()).isEqualTo(ElectionState.DRAINING);
		assertThat(this.rig.valid(7)).isFalse();
		this.rig.renewed(7);
		assertThat(this.rig.valid(7)).isTrue();
		assertThat(this.rig.leads()).isFalse();
	}

	@Test
	void rule05WallClocksOfOtherMachinesAreNotUsed() {
		for (long since : new long[] { 0, this.rig.wall - 3_600_000, this.rig.wall + 3_600_000, Long.MAX_VALUE / 2 }) {
			Rig rig = new Rig(Rig.PUSH);
			rig.on(new Input.WatchLive(true));
			rig.start(new Outcome.Leased("other", Instant.ofEpochMilli(since), 3, Duration.ofSeconds(10), Duration.ZERO,
					Map.of()));
			rig.staysAway(Duration.ofSeconds(10));
			rig.contends(Duration.ofMillis(20));
			assertThat(rig.sent(Acquire.class).command().duration()).isEqualTo(LEASE);
		}
	}

	@Test
	void rule06StateChangesBeforeTheEventAndEventsAlternate() {
		this.rig.start();
		List<Effect> effects = this.rig.answer(this.rig.sent(Acquire.class), Rig.granted(7));
		assertThat(effects).anyMatch(Effect.Grant.class::isInstance);
		assertThat(this.rig.leads()).isTrue();
		effects = this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		assertThat(effects).contains(new Effect.Revoke(7, TransitionCause.STEP_DOWN));
		assertThat(this.rig.leads()).isFalse();
		this.rig.pass(USABLE);
		this.rig.tick();
		assertThat(this.rig.count(Effect.Revoke.class)).isOne();
	}

	@Test
	void rule08RenewsUntilTheWorkHasEndedThenReleases() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		assertThat(this.rig.leads()).isFalse();
		assertThat(this.rig.valid(7)).isTrue();
		this.rig.run(Duration.ofSeconds(6));
		assertThat(this.rig.last(Release.class)).isEmpty();
		this.rig.renewed(7);
		this.rig.on(new Input.WorkEnded(7));
		assertThat(this.rig.sent(Release.class).command().token()).isEqualTo(7);
		assertThat(this.rig.valid(7)).isFalse();
		long renewals = this.rig.count(Renew.class);
		this.rig.run(Duration.ofSeconds(8));
		assertThat(this.rig.count(Renew.class)).isEqualTo(renewals);
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		assertThat(this.rig.state()).isEqualTo(ElectionState.FOLLOWER);
	}

	@Test
	void rule08WaitsForARenewalInFlightBeforeItReleases() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		Effect.Send<Renew> renew = this.rig.sent(Renew.class);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		this.rig.on(new Input.WorkEnded(7));
		assertThat(this.rig.last(Release.class)).isEmpty();
		this.rig.answer(renew, Rig.granted(7));
		assertThat(this.rig.last(Release.class)).isPresent();
	}

	@Test
	void rule08PastTheDrainTimeoutNeitherRenewsNorReleases() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		keepRenewingFor(Rig.TIMING.drainTimeout());
		assertThat(this.rig.effect(Effect.Interrupt.class).token()).isEqualTo(7);
		assertThat(this.rig.state()).isEqualTo(ElectionState.FOLLOWER);
		long renewals = this.rig.count(Renew.class);
		this.rig.run(LEASE.multipliedBy(2));
		assertThat(this.rig.count(Renew.class)).isEqualTo(renewals);
		assertThat(this.rig.last(Release.class)).isEmpty();
		assertThat(this.rig.count(Acquire.class)).as("work still runs").isOne();
	}

	@Test
	void rule08ContendsAgainAfterWorkAndLeaseHaveEnded() {
		this.rig.lead(7);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		keepRenewingFor(Rig.TIMING.drainTimeout());
		this.rig.on(new Input.WorkEnded(7));
		assertThat(this.rig.count(Acquire.class)).as("old lease lives").isOne();
		this.rig.run(LEASE);
		this.rig.last(Observe.class).ifPresent((observe) -> this.rig.answer(observe, new Outcome.Free(7, false)));
		this.rig.run(Duration.ofSeconds(3));
		assertThat(this.rig.count(Acquire.class)).isEqualTo(2);
	}

	@Test
	void rule08LossWhileDrainingRevokesOnce() {
		this.rig.lead(7);
		this.rig.run(Duration.ofSeconds(5));
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		assertThat(this.rig.valid(7)).isFalse();
		assertThat(this.rig.count(Effect.Interrupt.class)).isOne();
		assertThat(this.rig.count(Effect.Revoke.class)).isOne();
		assertThat(this.rig.last(Release.class)).isEmpty();
	}

	private void keepRenewingFor(Duration duration) {
		long until = this.rig.ticker + duration.toNanos();
		while (until - this.rig.ticker > 0) {
			long renewals = this.rig.count(Renew.class);
			this.rig.run(Duration.ofMillis(100));
			if (this.rig.count(Renew.class) > renewals) {
				this.rig.renewed(7);
			}
		}
		this.rig.tick();
	}

	@Test
	@DisplayName("Rule 9: waits as pending until the former term is over, and renews meanwhile")
	void rule09WaitsAsPendingUntilTheFormerTermIsOver() {
		this.rig.start();
		this.rig.pass(Duration.ofSeconds(1));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.pending(7, Duration.ofSeconds(10)));
		assertThat(this.rig.state()).isEqualTo(ElectionState.PENDING);
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
		this.rig.run(Duration.ofSeconds(5));
		this.rig.renewed(7);
		this.rig.run(Duration.ofMillis(4999));
		assertThat(this.rig.leads()).isFalse();
		this.rig.run(MILLI);
		this.rig.tick();
		assertThat(this.rig.leads()).isTrue();
		assertThat(this.rig.count(Effect.Grant.class)).isOne();
	}

	@Test
	@DisplayName("Rule 9: a follower refuses a vanished record for a lease because its term may have been renewed")
	void rule09FollowerRefusesAVanishedRecordForALease() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.run(Duration.ofSeconds(3));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.minusMillis(100), Rig.absent());
		this.rig.contends(Duration.ofSeconds(3), Rig.absent());
		assertThat(this.rig.sent(Acquire.class).command().seenToken()).isEqualTo(LeaseStore.ABSENT);
		assertThat(this.rig.sent(Acquire.class).command().tokenFloor()).isEqualTo(5);
	}

	@Test
	void rule09OlderRecordIsRefusedLikeAVanishedOne() {
		this.rig.start(Rig.held(5, Duration.ofSeconds(12)));
		this.rig.run(Duration.ofSeconds(3));
		this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Free(4, true));
		this.rig.staysAway(Duration.ofSeconds(5));
	}

	@Test
	void rule09LosingAPendingTermKeepsTheReasonToWait() {
		this.rig.start(Rig.pending(7, Duration.ofSeconds(12)));
		this.rig.run(Duration.ofSeconds(5));
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		this.rig.tick();
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(Duration.ofSeconds(5));
	}

	@Test
	void rule09LeavingPendingPublishesNothingAndReleases() {
		this.rig.start(Rig.pending(7, Duration.ofSeconds(12)));
		this.rig.on(new Input.Stop());
		assertThat(this.rig.sent(Release.class).command().token()).isEqualTo(7);
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		assertThat(this.rig.state()).isEqualTo(ElectionState.STOPPED);
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
	}

	@Test
	void rule10RequestsATokenAboveAllItHasSeen() {
		this.rig.start(Rig.held(9, Duration.ofSeconds(1)));
		this.rig.run(Duration.ofSeconds(2));
		this.rig.answer(this.rig.sent(Acquire.class), new Outcome.Free(4, true));
		this.rig.run(LEASE.plusSeconds(3), new Outcome.Free(4, true));
		assertThat(this.rig.sent(Acquire.class).command().tokenFloor()).isEqualTo(9);
		assertThat(this.rig.sent(Acquire.class).command().seenToken()).isEqualTo(4);
	}

	@Test
	void rule11RenewalTimeoutNeverExceedsTheTerm() {
		this.rig.lead(7);
		long shortest = Long.MAX_VALUE;
		while (this.rig.state() == ElectionState.LEADER) {
			long renewals = this.rig.count(Renew.class);
			this.rig.run(Duration.ofMillis(200));
			if (this.rig.count(Renew.class) > renewals) {
				Effect.Send<Renew> renew = this.rig.sent(Renew.class);
				TermBounds bounds = this.rig.machine.standing().bounds();
				assertThat(bounds).isNotNull();
				assertThat(renew.timeout()).isLessThanOrEqualTo(Rig.TIMING.operationTimeout().toNanos())
					.isLessThanOrEqualTo(bounds.deadline() - renew.sent().ticker());
				shortest = Math.min(shortest, renew.timeout());
				this.rig.timeOut(renew);
			}
		}
		assertThat(shortest).isLessThan(Rig.TIMING.operationTimeout().toNanos());
	}

	@Test
	void rule12UnknownAnswersBackOff() {
		this.rig.start();
		long requested = 0;
		for (int i = 0; i < 600; i++) {
			this.rig.run(Duration.ofMillis(100));
			if (this.rig.count(Effect.Send.class) > requested) {
				requested = this.rig.count(Effect.Send.class);
				this.rig.timeOut(this.rig.effect(Effect.Send.class));
			}
		}
		assertThat(requested).isBetween(10L, 25L);
	}

	@Test
	void rule08LateRepeatOfAGrantReleasesNoRunningTerm() {
		this.rig.start();
		Effect.Send<Acquire> first = this.rig.sent(Acquire.class);
		this.rig.pass(Rig.TIMING.operationTimeout());
		this.rig.timeOut(first);
		this.rig.run(Duration.ofSeconds(5));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.granted(7));
		assertThat(this.rig.leads()).isTrue();
		this.rig.pass(LEASE);
		this.rig.answer(first, Rig.granted(7));
		assertThat(this.rig.count(Effect.Interrupt.class)).isOne();
		assertThat(this.rig.count(Release.class)).isZero();
	}

	@Test
	void rule09HandingOverAPendingTermKeepsTheReasonToWait() {
		this.rig.start(Rig.pending(7, LEASE.multipliedBy(2)));
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.multipliedBy(2).minusMillis(100), Rig.absent());
		this.rig.contends(Duration.ofSeconds(3), Rig.absent());
	}

	@Test
	void rule09LosingAPendingTermWaitsForALongerLease() {
		this.rig.start(Rig.pending(7, LEASE.multipliedBy(2)));
		this.rig.run(Duration.ofSeconds(5));
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		this.rig.tick();
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.multipliedBy(2).minusSeconds(5).minusMillis(100), Rig.absent());
	}

	@Test
	@DisplayName("Rule 9: an own term that vanished during a suspend may have been taken before")
	void rule09OwnTermMayHaveBeenTakenDuringASuspend() {
		this.rig.lead(7);
		this.rig.wall += 60_000;
		this.rig.tick();
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		this.rig.on(new Input.WorkEnded(7));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.minusMillis(100), Rig.absent());
	}

	@Test
	void rule09UnseenTermOfAVanishedRecordMayBeBelieved() {
		this.rig.start(Rig.held(5, Duration.ofMillis(500)));
		this.rig.run(Duration.ofSeconds(2));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.minusMillis(100), Rig.absent());
	}

	@Test
	void rule09VanishedRecordIsLeftForItsLongerLease() {
		this.rig.start(Rig.held(5, LEASE.multipliedBy(3)));
		this.rig.run(Duration.ofSeconds(2));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(1)));
		this.rig.run(Duration.ofSeconds(2));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.absent());
		this.rig.staysAway(LEASE.multipliedBy(3).minusMillis(100), Rig.absent());
		this.rig.contends(Duration.ofSeconds(3), Rig.absent());
	}

	@Test
	void rule19AttemptWithLateAnswersEndsAfterALease() {
		this.rig.start();
		Nonce nonce = this.rig.sent(Acquire.class).command().nonce();
		answerTooLate(LEASE, Rig.granted(7));
		assertThat(this.rig.sent(Release.class).command().nonce()).isEqualTo(nonce);
		assertThat(this.rig.sent(Release.class).command().token()).isEqualTo(7);
		long requested = this.rig.count(Acquire.class);
		assertThat(requested).as("repeats within the lease").isGreaterThan(2);
		answerTooLate(LEASE.minus(Rig.TIMING.operationTimeout().multipliedBy(2)), new Outcome.Free(7, true));
		assertThat(this.rig.count(Acquire.class)).as("while the others go first").isEqualTo(requested);
		answerTooLate(LEASE, new Outcome.Free(7, true));
		assertThat(this.rig.sent(Acquire.class).command().nonce()).isNotEqualTo(nonce);
	}

	/** Answers each command after its timeout. */
	private void answerTooLate(Duration duration, Outcome outcome) {
		for (long left = duration.toMillis(); left > 0; left -= 10) {
			this.rig.run(Duration.ofMillis(10));
			for (Effect effect : List.copyOf(this.rig.effects)) {
				if (effect instanceof Effect.Send<?> send && this.rig.ticker - send.sent().ticker() >= send.timeout()
						&& this.answeredTooLate.add(send.id())) {
					this.rig.timeOut(send);
					this.rig.answer(send, (send.command() instanceof Release) ? new Outcome.Released() : outcome);
				}
			}
		}
	}

	@Test
	void rule19AnswerWithoutAnOwnTermEndsTheWait() {
		this.rig.start();
		for (int asks = 0; asks < 10 && this.rig.last(Observe.class).isEmpty(); asks++) {
			Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
			this.rig.timeOut(acquire);
			for (int i = 0; i < 1000 && this.rig.effect(Effect.Send.class).equals(acquire); i++) {
				this.rig.run(Duration.ofMillis(10));
			}
		}
		long requested = this.rig.count(Acquire.class);
		this.rig.answer(this.rig.sent(Observe.class), Rig.absent());
		assertThat(this.rig.count(Acquire.class)).isEqualTo(requested + 1);
	}

	@Test
	void rule19UnusedTermIsReleasedWithItsAttempt() {
		this.rig.start();
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		this.rig.pass(Rig.TIMING.operationTimeout());
		this.rig.timeOut(acquire);
		this.rig.answer(acquire, Rig.granted(7));
		assertThat(this.rig.count(Release.class)).as("a repeat may get it").isZero();
		this.rig.on(new Input.Stop());
		assertThat(this.rig.sent(Release.class).command().token()).isEqualTo(7);
	}

	@Test
	@DisplayName("Rule 19: the second grant in a row that cannot be believed lets the others go first")
	void rule19SecondLateGrantLetsTheOthersGoFirst() {
		this.rig.start();
		for (int token = 7; token < 9; token++) {
			Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
			assertThat(acquire.command().nonce().low()).isEqualTo(token - 6);
			this.rig.pass(LEASE);
			this.rig.answer(acquire, Rig.granted(token));
			this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		}
		this.rig.staysAway(LEASE.minusMillis(100), new Outcome.Free(8, true));
		this.rig.contends(Duration.ofMillis(200), new Outcome.Free(8, true));
	}

	@Test
	void rule04AnotherLostSessionRenewsAtOnce() {
		this.rig.lead(7);
		this.rig.on(new Input.Disconnected());
		this.rig.timeOut(this.rig.sent(Renew.class));
		Rig.assertOne(Renew.class, this.rig.on(new Input.Disconnected()));
	}

	@Test
	void rule19AttemptIsGivenUpInTimeDuringAnUndo() {
		this.rig.start();
		Effect.Send<Acquire> abandoned = this.rig.sent(Acquire.class);
		this.rig.timeOut(abandoned);
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		this.rig.answer(this.rig.sent(Observe.class), Rig.absent());
		this.rig.on(new Input.Resume(TransitionCause.PAUSED));
		this.rig.timeOut(this.rig.sent(Acquire.class));
		assertThat(this.rig.sent(Acquire.class).command().nonce()).isNotEqualTo(abandoned.command().nonce());
		this.rig.pass(LEASE.minus(Rig.TIMING.operationTimeout()).minusMillis(100));
		Rig.assertOne(Release.class, this.rig.answer(abandoned, Rig.granted(7)));
		assertThat(this.rig.machine.wakeIn(this.rig.now())).isEqualTo(Duration.ofMillis(100).toNanos());
		this.rig.pass(Duration.ofMillis(100));
		Rig.assertOne(Observe.class, this.rig.tick());
	}

	@Test
	void rule19GrantInTimeEndsTheRowOfLateGrants() {
		this.rig.start();
		grantTooLate(7);
		this.rig.run(Duration.ofSeconds(1));
		this.rig.answer(this.rig.sent(Acquire.class), Rig.granted(8));
		assertThat(this.rig.leads()).isTrue();
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		this.rig.endDrain(8);
		Nonce late = this.rig.sent(Acquire.class).command().nonce();
		grantTooLate(9);
		assertThat(this.rig.sent(Acquire.class).command().nonce()).as("contends at once").isNotEqualTo(late);
	}

	private void grantTooLate(long token) {
		Effect.Send<Acquire> acquire = this.rig.sent(Acquire.class);
		this.rig.pass(LEASE);
		this.rig.answer(acquire, Rig.granted(token));
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
	}

	@Test
	void rule21LooksForAnAbandonedAttemptOnlyIfItsLockOutlivesTheLease() {
		for (StoreTraits traits : List.of(Rig.GUARD_LOCK, Rig.POLL)) {
			Rig rig = new Rig(traits).start(Rig.held(5, LEASE));
			rig.on(new Input.Stop());
			rig.tick();
			long expected = traits.guardLockOutlivesLease() ? 1 : 0;
			assertThat(rig.count(Observe.class)).as(traits.toString()).isEqualTo(expected);
		}
	}

	@Test
	void rule21UnansweredAttemptIsLookedForWhenItCannotSucceedAnyMore() {
		Rig rig = new Rig(Rig.GUARD_LOCK).start();
		rig.timeOut(rig.sent(Acquire.class));
		rig.on(new Input.Stop());
		rig.run(LEASE.minusMillis(100), Rig.absent());
		assertThat(rig.machine.settled()).isFalse();
		rig.run(Duration.ofSeconds(1), Rig.absent());
		assertThat(rig.machine.settled()).isTrue();
	}

	@Test
	void rule21LockOfAnUnansweredReleaseIsReleasedAfterTheLease() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(7);
		rig.on(new Input.Stop());
		rig.on(new Input.WorkEnded(7));
		rig.timeOut(rig.sent(Release.class));
		rig.timeOut(rig.sent(Release.class));
		assertThat(rig.state()).isEqualTo(ElectionState.STOPPED);
		long before = rig.count(Release.class);
		rig.run(LEASE.plusSeconds(1));
		assertThat(rig.count(Release.class)).isGreaterThan(before);
	}

	@Test
	void rule21NotSettledBeforeTheLockIsReleased() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(7);
		rig.on(new Input.Stop());
		rig.run(USABLE.plus(MILLI));
		assertThat(rig.machine.quiet()).as("the handover is over").isTrue();
		assertThat(rig.machine.settled()).isFalse();
		rig.run(LEASE);
		rig.answer(rig.sent(Release.class), new Outcome.Released());
		assertThat(rig.machine.settled()).isTrue();
		assertThat(rig.machine.wakeIn(rig.now())).isEqualTo(ElectionProtocol.NEVER);
	}

	@Test
	void rule21StoppedCandidateObservesItsLastAttempt() {
		Rig rig = new Rig(Rig.GUARD_LOCK).start();
		Effect.Send<Acquire> acquire = rig.sent(Acquire.class);
		rig.on(new Input.Stop());
		rig.timeOut(acquire);
		assertThat(rig.machine.quiet()).isTrue();
		assertThat(rig.machine.settled()).isFalse();
		rig.run(LEASE.plusMillis(10));
		rig.answer(rig.sent(Observe.class), Rig.own(7, Duration.ZERO));
		assertThat(rig.machine.settled()).isFalse();
		rig.answer(rig.sent(Release.class), new Outcome.Released());
		assertThat(rig.machine.settled()).isTrue();
	}

	@Test
	void rule21AttemptFoundDuringAnotherUndoIsFoundAgain() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(7);
		rig.run(Rig.TIMING.renewInterval().plusMillis(10));
		rig.answer(rig.sent(Renew.class), new Outcome.Lost());
		rig.on(new Input.WorkEnded(7));
		rig.run(Duration.ofSeconds(1));
		rig.timeOut(rig.sent(Acquire.class));
		rig.on(new Input.Stop());
		rig.run(LEASE.plusSeconds(1));
		Effect.Send<Release> former = rig.sent(Release.class);
		assertThat(former.command().token()).isEqualTo(7);
		Outcome attempt = Rig.own(8, Duration.ZERO);
		rig.answer(rig.sent(Observe.class), attempt);
		rig.answer(former, new Outcome.Lost());
		assertThat(rig.machine.settled()).isFalse();
		rig.run(LEASE);
		rig.answer(rig.sent(Observe.class), attempt);
		assertThat(rig.sent(Release.class).command().token()).isEqualTo(8);
		rig.answer(rig.sent(Release.class), new Outcome.Released());
		assertThat(rig.machine.settled()).isTrue();
	}

	@Test
	void rule09AnswerAfterAStopStillCountsAsEvidence() {
		this.rig.start();
		this.rig.on(new Input.Stop());
		this.rig.answer(this.rig.sent(Acquire.class), Rig.held(5, Duration.ofSeconds(12)));
		assertThat(this.rig.count(Effect.ChangeLeader.class)).isZero();
		this.rig.start();
		assertThat(this.rig.sent(Acquire.class).command().seenToken()).isEqualTo(5);
	}

	@Test
	void undoOfAGuardLockIsRepeatedUntilAnswered() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(7);
		rig.run(LEASE.plusSeconds(1));
		assertThat(rig.count(Release.class)).isOne();
		rig.timeOut(rig.sent(Release.class));
		rig.run(LEASE);
		assertThat(rig.count(Release.class)).isEqualTo(2);
		rig.answer(rig.sent(Release.class), new Outcome.Released());
		rig.run(LEASE);
		assertThat(rig.count(Release.class)).isEqualTo(2);
	}

	@Test
	void lockOfALostTermIsReleasedWhenItsLeaseEnds() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(7);
		rig.run(Duration.ofSeconds(6));
		rig.answer(rig.sent(Renew.class), new Outcome.Lost());
		assertThat(rig.count(Release.class)).isZero();
		rig.run(LEASE);
		assertThat(rig.sent(Release.class).command().token()).isEqualTo(7);
	}

	@Test
	void termOfAnAbandonedAttemptIsFoundAndReleased() {
		this.rig.start();
		Effect.Send<Acquire> attempt = this.rig.sent(Acquire.class);
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		this.rig.timeOut(attempt);
		this.rig.run(Duration.ofSeconds(3));
		this.rig.answer(this.rig.sent(Observe.class), Rig.own(7, Duration.ofSeconds(9)));
		Effect.Send<Release> release = this.rig.sent(Release.class);
		assertThat(release.command().nonce()).isEqualTo(attempt.command().nonce());
		assertThat(release.command().token()).isEqualTo(7);
	}

}
