/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;

/**
 * How often a task failed in a row, over terms, and how long its candidate stays away
 * when it hands over because of that: twice as long after each such handover, up to a
 * bound.
 */
final class TaskFailures {

	private static final Duration LEAST = Duration.ofSeconds(1);

	private static final Duration LONGEST = Duration.ofMinutes(10);

	/** After how many failures in a row to hand over, or 0 for never. */
	private final int limit;

	private final Duration coolDown;

	private int failures;

	private int handovers;

	TaskFailures(int limit, Duration coolDown) {
		this.limit = limit;
		this.coolDown = (coolDown.compareTo(LEAST) > 0) ? coolDown : LEAST;
	}

	/**
	 * Whether a task found that its term is not valid, as while the store is asked
	 * whether it is. That is not a failure of the task.
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

	/** The task was done: whatever fails next is not in a row with former failures. */
	void reset() {
		this.failures = 0;
		this.handovers = 0;
	}

	/**
	 * The task worked without failure.
	 * @param worked how long, by its reports where it failed later: a run that takes a
	 * minute to fail is a failure like any other
	 */
	void worked(Duration worked) {
		if (worked.compareTo(TaskBackOff.LONGEST) >= 0) {
			reset();
		}
	}

	/**
	 * The task failed.
	 * @return whether it has failed so often that its candidate is to hand over
	 */
	boolean failed() {
		this.failures++;
		return this.limit > 0 && this.failures >= this.limit;
	}

	/**
	 * The candidate hands over. Failures are counted anew.
	 * @return how long not to contend
	 */
	Duration handOver() {
		this.failures = 0;
		long longest = Math.max(LONGEST.toMillis(), this.coolDown.toMillis());
		long factor = 1L << Math.min(this.handovers++, 16);
		return Duration.ofMillis(Math.min(longest, factor * this.coolDown.toMillis()));
	}

}
