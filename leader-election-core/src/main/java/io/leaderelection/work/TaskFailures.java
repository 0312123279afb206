/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;

/**
 * Counts how often a task failed in a row, over terms, and computes how long its
 * candidate does not contend after it stepped down because of that: doubled with each
 * such handover, up to a limit.
 */
final class TaskFailures {

	static final Duration FIRST_DELAY = Duration.ofSeconds(1);

	static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

	private static final Duration LEAST = Duration.ofSeconds(1);

	private static final Duration LONGEST = Duration.ofMinutes(10);

	/** The number of failures in a row after which to step down, or 0 for never. */
	private final int limit;

	private final Duration coolDown;

	private int failures;

	private int handovers;

	/** Failures in a row in this term, for the delay before the next run. */
	private int inTerm;

	TaskFailures(int limit, Duration coolDown) {
		this.limit = limit;
		this.coolDown = (coolDown.compareTo(LEAST) > 0) ? coolDown : LEAST;
	}

	/**
	 * Returns whether a task failed because its term is not valid, or unconfirmed. That
	 * is not a failure of the task.
	 */
	static boolean isLossOf(Leadership term, Throwable thrown) {
		for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
			if (cause instanceof LeadershipLostException loss && loss.getFencingToken() == term.fencingToken()
					&& loss.getElection().equals(term.election())) {
				return true;
			}
		}
		return false;
	}

	/** The task was done: later failures are not in a row with former ones. */
	void reset() {
		this.failures = 0;
		this.handovers = 0;
	}

	/**
	 * The task worked without failure.
	 * @param worked for how long; for a run that failed, the time until its last report,
	 * so that a slow failure does not count as success
	 */
	void worked(Duration worked) {
		if (worked.compareTo(LONGEST_DELAY) >= 0) {
			reset();
		}
	}

	/**
	 * Counts a failure of the task.
	 * @return whether its candidate has to step down
	 */
	boolean failed() {
		this.failures++;
		return this.limit > 0 && this.failures >= this.limit;
	}

	/**
	 * Counts a step-down of the candidate, and restarts the count of failures.
	 * @return how long it does not contend
	 */
	Duration handOver() {
		this.failures = 0;
		long longest = Math.max(LONGEST.toMillis(), this.coolDown.toMillis());
		long factor = 1L << Math.min(this.handovers++, 16);
		return Duration.ofMillis(Math.min(longest, factor * this.coolDown.toMillis()));
	}

	/** A new term has begun. */
	void began() {
		this.inTerm = 0;
	}

	/**
	 * Returns the delay before a failed task runs again: doubled with each failure up to
	 * a limit, and random, so that tasks that failed together do not run together.
	 * @param ran how long the task ran; after a long run the delay starts from the
	 * beginning
	 */
	Duration backOff(Duration ran) {
		if (ran.compareTo(LONGEST_DELAY) >= 0) {
			began();
		}
		long factor = 1L << Math.min(this.inTerm++, 16);
		long longest = Math.min(LONGEST_DELAY.toMillis(), factor * FIRST_DELAY.toMillis());
		return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
	}

}
