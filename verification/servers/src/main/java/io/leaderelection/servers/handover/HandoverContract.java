/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the work of leaders while leadership changes, with real engines, each with its
 * own client, the real store and the clocks of this machine. Extend it in the tests of a
 * store, and implement how the store is opened. All tests run on every store.
 * <p>
 * The handovers take place once, at the same time, before the first test; the tests
 * compare the records of both leaders. They check an order that the protocol keeps under
 * any load, with one exception that is described there.
 */
// Not tagged slow, although a job needs 5 s to stop: nothing else runs an election on
// each real store
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HandoverContract {

	/** Shorter than the time that the slow job needs to stop. */
	private static final Duration LEASE = Duration.ofSeconds(3);

	/** The lease on a machine that is too busy, also shorter than that time. */
	private static final Duration LONGER_LEASE = Duration.ofMillis(4500);

	private static final int ATTEMPTS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private Duration lease = LEASE;

	private @Nullable Map<Ending, Handover> handovers;

	private @Nullable Exception failure;

	/**
	 * Returns the factory of stores.
	 * @return the factory
	 */
	protected abstract LeaseStoreFactory factory();

	/**
	 * Opens the store for another candidate, with its own client.
	 * @return the store; closed by the contract
	 * @throws Exception if it cannot be opened
	 */
	protected LeaseStore open() throws Exception {
		return factory().open();
	}

	/**
	 * Returns the traits of the store.
	 * @return the traits
	 */
	protected StoreTraits traits() {
		return factory().traits();
	}

	/**
	 * Returns the lease duration of all elections: 3 s, a little more on a busy machine,
	 * or the smallest that the store supports.
	 * @return the duration
	 */
	protected final Duration lease() {
		Duration smallest = traits().smallestLease();
		return (this.lease.compareTo(smallest) >= 0) ? this.lease : smallest;
	}

	@BeforeEach
	void handover() throws Exception {
		if (this.handovers == null && this.failure == null) {
			try {
				this.handovers = handoverUndisturbed();
			}
			catch (Exception ex) {
				this.failure = ex;
			}
		}
		if (this.failure != null) {
			throw new IllegalStateException("The handovers did not take place", this.failure);
		}
	}

	/**
	 * Runs the handovers. If a term expires because a busy machine cannot renew it, they
	 * are repeated with a longer lease. The last attempt counts in any case.
	 */
	private Map<Ending, Handover> handoverUndisturbed() throws Exception {
		Map<Ending, Handover> attempt = HandoverRun.run(this::open, traits(), lease());
		for (int i = 1; i < ATTEMPTS && attempt.values().stream().anyMatch(Handover::isDisturbed); i++) {
			System.out.printf("Handovers of store '%s' are repeated: the lease ran out in %s%n", traits().name(),
					attempt.values().stream().filter(Handover::isDisturbed).map(Handover::ending).toList());
			this.lease = LONGER_LEASE;
			attempt = HandoverRun.run(this::open, traits(), lease());
		}
		return attempt;
	}

	/**
	 * The leader is notified, renews while it stops, and releases when it has stopped.
	 */
	@Test
	@DisplayName("Rule 8: a slow job ends before its successor begins in every voluntary handover")
	void rule08SlowJobEndsBeforeItsSuccessorBegins() {
		for (Handover handover : of(Ending.voluntary())) {
			Ending ending = handover.ending();
			WorkRun former = handover.former();
			assertThat(former.ended - former.notifiedAt).as("%s: time to stop", ending)
				.isGreaterThanOrEqualTo(Stopping.SLOW.time().toNanos());
			assertThat(former.validWhenNotified).as("%s: the term is valid when the job is notified", ending).isTrue();
			assertThat(former.validAtEnd).as("%s: the term is valid when the job ends", ending).isTrue();
			assertThat(former.ended).as("%s: end of the job, before its successor begins", ending)
				.isLessThanOrEqualTo(handover.successor().began);
			assertThat(handover.causes()).as("%s: transitions", ending)
				.containsExactly(TransitionCause.ACQUIRED, ending.cause(), TransitionCause.RELEASED);
			assertThat(former.writes).as("%s: writes", ending).allMatch(WorkRun.Write::accepted);
			assertSucceeded(handover);
		}
	}

	/**
	 * The drain timeout passes while the job still works: the lease expires without a
	 * release, whether the candidate keeps running or is closed.
	 */
	@Test
	@DisplayName("Rule 8: a job that ignores interrupts is never overlapped by a released lease")
	void rule08JobThatIgnoresInterruptsKeepsItsLease() {
		for (Handover handover : of(Ending.stuck())) {
			Ending ending = handover.ending();
			WorkRun former = handover.former();
			assertThat(handover.overlap()).as("%s: the job continued all the time", ending).isPositive();
			assertThat(former.interrupts).as("%s: interrupts", ending).isPositive();
			assertThat(handover.causes()).as("%s: transitions", ending)
				.containsExactly(TransitionCause.ACQUIRED, ending.cause(), TransitionCause.DRAIN_TIMEOUT);
			assertThat(handover.stuckTask()).as("%s: report", ending)
				.succeedsWithin(PATIENCE)
				.satisfies((task) -> assertThat(task.fencingToken()).isEqualTo(former.token()));
			assertSucceededAfterTheLease(handover);
			assertLateWritesAreRefused(handover);
			assertSucceeded(handover);
		}
	}

	/**
	 * The record expires. Its guard lock is released then, although the candidacy is
	 * closed and the process, with its session, continues.
	 */
	@Test
	void rule21LeavingWithALostReleaseBlocksNobody() {
		Handover handover = of(Ending.UNRELEASED_LEAVE);
		assertThat(handover.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.SHUTDOWN,
				TransitionCause.EXPIRED);
		assertSucceededAfterTheLease(handover);
		assertSucceeded(handover);
	}

	/**
	 * The leader gets no answers from the store any more: its work is cancelled at the
	 * deadline, and not before. Its later writes are not prevented, but rejected.
	 */
	@Test
	void rule01ForcedLossIsReportedAtTheDeadline() {
		Handover handover = of(Ending.CUT_OFF);
		WorkRun former = handover.former();
		System.out.printf(
				"MEASURED: store %s: overlap %d ms in %s, of a job that needs %d ms to stop after a forced loss; it was notified "
						+ "%d ms after its deadline, and succeeded %d ms after that%n",
				traits().name(), handover.overlap().toMillis(), getClass().getSimpleName(),
				Stopping.SLOW.time().toMillis(), millis(former.notifiedAt - former.deadline),
				millis(handover.successor().began - former.notifiedAt));
		assertThat(former.notifiedAt).as("the deadline is over when the job is notified")
			.isGreaterThan(former.deadline);
		assertThat(former.validWhenNotified).as("the term is valid when the job is notified").isFalse();
		assertThat(former.interrupts).as("interrupts").isPositive();
		assertThat(handover.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.EXPIRED);
		assertSucceededAfterTheLease(handover);
		assertLateWritesAreRefused(handover);
		assertSucceeded(handover);
	}

	/**
	 * No successor begins before the deadline and the margin are over: the protocol keeps
	 * this under any load. Whether the job ends within the margin also depends on the
	 * machine, which must notify it and wake its thread. The margin leaves five times the
	 * job's own time for that.
	 */
	@Test
	void rule01JobThatStopsWithinTheMarginNeverOverlaps() {
		Handover handover = of(Ending.CUT_OFF_WITH_MARGIN);
		WorkRun former = handover.former();
		assertThat(Stopping.QUICK.time().multipliedBy(6)).as("the margin is far more than the job needs")
			.isLessThanOrEqualTo(timing(handover).safetyMargin());
		assertSucceededAfterTheLease(handover);
		assertThat(former.ended - former.notifiedAt).as("time to stop")
			.isGreaterThanOrEqualTo(Stopping.QUICK.time().toNanos());
		assertThat(handover.overlap())
			.as("overlap; the job was notified %d ms after its deadline", millis(former.notifiedAt - former.deadline))
			.isZero();
		assertThat(former.validAtEnd).isFalse();
		assertThat(handover.causes()).containsExactly(TransitionCause.ACQUIRED, TransitionCause.EXPIRED);
		assertSucceeded(handover);
	}

	/**
	 * Half of the margin is tolerance for clocks: stores count whole milliseconds or
	 * seconds.
	 */
	private void assertSucceededAfterTheLease(Handover handover) {
		Duration after = Duration.ofNanos(handover.successor().began - handover.former().deadline);
		assertThat(after).as("%s: from the deadline of the former leader to its successor", handover.ending())
			.isGreaterThan(timing(handover).safetyMargin().dividedBy(2));
	}

	private static void assertLateWritesAreRefused(Handover handover) {
		Ending ending = handover.ending();
		assertThat(handover.lateWrites()).as("%s: writes after those of the successor", ending)
			.noneMatch(WorkRun.Write::accepted);
		assertThat(handover.register().write(HandoverRun.FORMER, handover.former().token()))
			.as("%s: a write with the former token is accepted", ending)
			.isFalse();
	}

	private static void assertSucceeded(Handover handover) {
		assertThat(handover.runs()).as("%s: terms of the former leader", handover.ending()).isOne();
		assertThat(handover.successor().token()).as("%s: token of the successor", handover.ending())
			.isGreaterThan(handover.former().token());
		assertThat(handover.successor().writes.get(0).accepted())
			.as("%s: first write of the successor", handover.ending())
			.isTrue();
	}

	private static long millis(long nanos) {
		return Duration.ofNanos(nanos).toMillis();
	}

	private ElectionTiming timing(Handover handover) {
		return handover.ending().timing(lease());
	}

	private List<Handover> of(List<Ending> endings) {
		return endings.stream().map(this::of).toList();
	}

	private Handover of(Ending ending) {
		if (this.handovers == null) {
			throw new IllegalStateException("The handovers did not take place");
		}
		Handover handover = this.handovers.get(ending);
		if (handover == null) {
			throw new IllegalStateException("No handover of " + ending);
		}
		return handover;
	}

}
