/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.handover;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of the work when leadership goes from one candidate to another: with real
 * engines, each with a client of its own, on the store as it is and by the clocks of this
 * machine. Extend it in the tests of a store, and say how the store is opened. All tests
 * run on every store.
 * <p>
 * The hand-overs take place once, side by side, before the first test; the tests compare
 * what both leaders wrote down. What they find is an order that the protocol keeps under
 * any load, with one exception that is told there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HandOverContract {

	/** Shorter than the slow job needs to stop. */
	private static final Duration LEASE = Duration.ofSeconds(3);

	/** For a machine that is too busy, and shorter than that, too. */
	private static final Duration LONGER_LEASE = Duration.ofMillis(4500);

	private static final int ATTEMPTS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private Duration lease = LEASE;

	private @Nullable Map<Ending, HandOver> handOvers;

	private @Nullable Exception failure;

	/**
	 * Opens the store as another candidate, with a client of its own.
	 * @return the store; closed by the contract
	 * @throws Exception if it cannot be opened
	 */
	protected abstract LeaseStore open() throws Exception;

	/**
	 * The traits of the store.
	 * @return the traits
	 */
	protected abstract StoreTraits traits();

	/**
	 * The lease of all elections that are held now: 3 s, a little more on a busy machine,
	 * or the smallest that the store keeps.
	 * @return the duration
	 */
	protected final Duration lease() {
		Duration smallest = traits().smallestLease();
		return (this.lease.compareTo(smallest) >= 0) ? this.lease : smallest;
	}

	@BeforeEach
	void handOver() throws Exception {
		if (this.handOvers == null && this.failure == null) {
			try {
				this.handOvers = handOverUndisturbed();
			}
			catch (Exception ex) {
				this.failure = ex;
			}
		}
		if (this.failure != null) {
			throw new IllegalStateException("The hand-overs did not take place", this.failure);
		}
	}

	/**
	 * A term that runs out since a busy machine cannot renew it says nothing about
	 * hand-overs: they are repeated then, with a longer lease. The last attempt counts
	 * whatever became of it.
	 */
	private Map<Ending, HandOver> handOverUndisturbed() throws Exception {
		Map<Ending, HandOver> attempt = HandOverRun.run(this::open, traits(), lease());
		for (int i = 1; i < ATTEMPTS && attempt.values().stream().anyMatch(HandOver::isDisturbed); i++) {
			System.out.printf("Hand-overs of store '%s' are repeated: the lease ran out in %s%n", traits().name(),
					attempt.values().stream().filter(HandOver::isDisturbed).map(HandOver::ending).toList());
			this.lease = LONGER_LEASE;
			attempt = HandOverRun.run(this::open, traits(), lease());
		}
		return attempt;
	}

	/** The leader is told, renews while it stops, and releases when it has stopped. */
	@Test
	void rule08ASlowJobEndsBeforeItsSuccessorBeginsInEveryVoluntaryHandOver() {
		for (HandOver handOver : of(Ending.voluntary())) {
			Ending ending = handOver.ending();
			WorkRun former = handOver.former();
			assertThat(former.ended() - former.toldAt()).as("%s: time to stop", ending)
				.isGreaterThanOrEqualTo(Stopping.SLOW.time().toNanos());
			assertThat(former.isValidWhenTold()).as("%s: the term is valid when the job is told", ending).isTrue();
			assertThat(former.isValidAtEnd()).as("%s: the term is valid when the job ends", ending).isTrue();
			assertThat(former.ended()).as("%s: end of the job, before its successor begins", ending)
				.isLessThanOrEqualTo(handOver.successor().began());
			assertThat(handOver.causes()).as("%s: transitions", ending)
				.containsExactly(TransitionCause.ACQUIRED, ending.cause(), TransitionCause.RELEASED);
			assertThat(former.writes()).as("%s: writes", ending).allMatch(FencedRegister.Write::accepted);
			assertSucceeded(handOver);
		}
	}

	/**
	 * The drain times out while the job works on: the lease is left to run out, whether
	 * the candidate lives on or is closed.
	 */
	@Test
	void rule08AJobThatIgnoresInterruptsIsNeverOverlappedByAReleasedLease() {
		for (HandOver handOver : of(Ending.stuck())) {
			Ending ending = handOver.ending();
			WorkRun former = handOver.former();
			assertThat(handOver.overlap()).as("%s: the job went on all the time", ending).isPositive();
			assertThat(former.interrupts()).as("%s: interrupts", ending).isPositive();
			assertThat(handOver.causes()).as("%s: transitions", ending)
				.containsExactly(TransitionCause.ACQUIRED, ending.cause(), TransitionCause.DRAIN_TIMEOUT);
			assertThat(handOver.stuckTask()).as("%s: report", ending)
				.succeedsWithin(PATIENCE)
				.satisfies((task) -> assertThat(task.fencingToken()).isEqualTo(former.token()));
			assertSucceededAfterTheLease(handOver);
			assertLateWritesAreRefused(handOver);
			assertSucceeded(handOver);
		}
	}

	/**
	 * Its record runs out. What is held beside it is given up then, though the candidacy
	 * is closed and the process, with its session, lives on.
	 */
	@Test
	void rule21WhatWasNotReleasedWhenLeavingIsGivenUpAllTheSame() {
		HandOver handOver = of(Ending.UNHEARD_LEAVE);
		assertThat(handOver.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.SHUTDOWN,
				TransitionCause.EXPIRED);
		assertSucceededAfterTheLease(handOver);
		assertSucceeded(handOver);
	}

	/**
	 * The leader hears nothing from the store any more: its work is told at the deadline,
	 * and not before. What it does after that is not prevented but refused.
	 */
	@Test
	void rule01AForcedLossIsToldAtTheDeadlineAndLateWritesAreRefused() {
		HandOver handOver = of(Ending.CUT_OFF);
		WorkRun former = handOver.former();
		System.out.printf(
				"MEASURED: store %s: overlap %d ms in %s, of a job that needs %d ms to stop after a forced loss; it was told "
						+ "%d ms after its deadline, and succeeded %d ms after that%n",
				traits().name(), handOver.overlap().toMillis(), getClass().getSimpleName(),
				Stopping.SLOW.time().toMillis(), millis(former.toldAt() - former.deadline()),
				millis(handOver.successor().began() - former.toldAt()));
		assertThat(former.toldAt()).as("the deadline is over when the job is told").isGreaterThan(former.deadline());
		assertThat(former.isValidWhenTold()).as("the term is valid when the job is told").isFalse();
		assertThat(former.interrupts()).as("interrupts").isPositive();
		assertThat(handOver.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.EXPIRED);
		assertSucceededAfterTheLease(handOver);
		assertLateWritesAreRefused(handOver);
		assertSucceeded(handOver);
	}

	/**
	 * Nobody succeeds before the deadline and the margin are over: the protocol keeps
	 * that under any load. That the job ends within the margin is up to the machine: it
	 * must be told, wake up, and come to its end, for which it has the margin without the
	 * time it needs by itself, five times as much as that.
	 */
	@Test
	void rule01NothingOverlapsIfTheJobStopsWithinTheSafetyMargin() {
		HandOver handOver = of(Ending.CUT_OFF_WITH_MARGIN);
		WorkRun former = handOver.former();
		assertThat(Stopping.QUICK.time().multipliedBy(6)).as("the margin is far more than the job needs")
			.isLessThanOrEqualTo(timing(handOver).safetyMargin());
		assertSucceededAfterTheLease(handOver);
		assertThat(former.ended() - former.toldAt()).as("time to stop")
			.isGreaterThanOrEqualTo(Stopping.QUICK.time().toNanos());
		assertThat(handOver.overlap())
			.as("overlap; the job was told %d ms after its deadline", millis(former.toldAt() - former.deadline()))
			.isZero();
		assertThat(former.isValidAtEnd()).isFalse();
		assertThat(handOver.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.EXPIRED);
		assertSucceeded(handOver);
	}

	/**
	 * Half of the margin is left to clocks: stores count whole milliseconds or seconds.
	 */
	private void assertSucceededAfterTheLease(HandOver handOver) {
		Duration after = Duration.ofNanos(handOver.successor().began() - handOver.former().deadline());
		assertThat(after).as("%s: from the deadline of the former leader to its successor", handOver.ending())
			.isGreaterThan(timing(handOver).safetyMargin().dividedBy(2));
	}

	private static void assertLateWritesAreRefused(HandOver handOver) {
		Ending ending = handOver.ending();
		assertThat(handOver.lateWrites()).as("%s: writes after those of the successor", ending)
			.noneMatch(FencedRegister.Write::accepted);
		assertThat(handOver.register().write(handOver.former().token()).accepted())
			.as("%s: a write with the former token is accepted", ending)
			.isFalse();
	}

	private static void assertSucceeded(HandOver handOver) {
		assertThat(handOver.runs()).as("%s: terms of the former leader", handOver.ending()).isOne();
		assertThat(handOver.successor().token()).as("%s: token of the successor", handOver.ending())
			.isGreaterThan(handOver.former().token());
		assertThat(handOver.successor().writes().get(0).accepted())
			.as("%s: first write of the successor", handOver.ending())
			.isTrue();
	}

	private static long millis(long nanos) {
		return Duration.ofNanos(nanos).toMillis();
	}

	private ElectionTiming timing(HandOver handOver) {
		return handOver.ending().timing(lease());
	}

	private List<HandOver> of(List<Ending> endings) {
		return endings.stream().map(this::of).toList();
	}

	private HandOver of(Ending ending) {
		if (this.handOvers == null) {
			throw new IllegalStateException("The hand-overs did not take place");
		}
		HandOver handOver = this.handOvers.get(ending);
		if (handOver == null) {
			throw new IllegalStateException("No hand-over of " + ending);
		}
		return handOver;
	}

}
