/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.time.Duration;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a candidate may contend for the partitions of an election. The leader
 * of the election itself writes their number once, in a checkpoint. A candidate contends
 * for partitions only after it has observed its own number there, so that all candidates
 * of partitions have the same number. A candidate with another number does not contend
 * for the election either, so that it never writes the checkpoint.
 * <p>
 * A function of observations and the time, without threads, clocks or I/O. Not
 * thread-safe.
 */
public final class PartitionAgreement {

	/** The name of the checkpoint. */
	public static final String CHECKPOINT = "partitions";

	private static final long LONGEST_WAIT = Duration.ofMinutes(1).toNanos();

	private static final String NOT_UNDERSTOOD = "?";

	private final String own;

	private final long retryInterval;

	/** The number last seen in the record, or {@code null} for no number. */
	private @Nullable String noted;

	private boolean observed;

	/** Whether the number has to be observed again before this candidate contends. */
	private boolean rechecking;

	/**
	 * Whether the number was removed on request: this candidate does not write it again.
	 */
	private boolean forgotten;

	/** Whether a different number is to be replaced, on request. */
	private boolean replacing;

	private long wait;

	private long lookAt;

	/**
	 * Creates an agreement without observations.
	 * @param own the number of partitions that this candidate has
	 * @param retryInterval how often to observe the record until it has a number
	 * @param now both clocks
	 */
	PartitionAgreement(int own, Duration retryInterval, Moment now) {
		this.own = String.valueOf(own);
		this.retryInterval = retryInterval.toNanos();
		lookAgain(now);
	}

	/**
	 * Processes an answer to an observation of the record.
	 * @param outcome the outcome
	 * @param now both clocks
	 * @return whether it has the checkpoints of the record
	 */
	boolean answered(Outcome outcome, Moment now) {
		Checkpoints found = (outcome instanceof Outcome.Leased leased) ? leased.checkpoints()
				: (outcome instanceof Outcome.Free free) ? free.checkpoints() : null;
		if (found != null) {
			observed(found, now);
		}
		else {
			unanswered(now);
		}
		return found != null;
	}

	/**
	 * Processes an observation of the record.
	 * @param checkpoints the checkpoints of the record
	 * @param now both clocks
	 */
	void observed(Checkpoints checkpoints, Moment now) {
		String before = this.noted;
		this.noted = number(checkpoints);
		this.observed = true;
		this.rechecking = false;
		if (isAgreed()) {
			this.forgotten = false;
			this.replacing = false;
			this.wait = LONGEST_WAIT;
		}
		else {
			// Rarely, because only a person can change a different number
			boolean again = this.noted != null && this.noted.equals(before);
			this.wait = again ? Math.min(2 * this.wait, LONGEST_WAIT) : this.retryInterval;
		}
		this.lookAt = now.ticker() + Math.max(this.wait, this.retryInterval);
	}

	private static @Nullable String number(Checkpoints checkpoints) {
		try {
			return checkpoints.values().get(CHECKPOINT);
		}
		catch (IllegalArgumentException ex) {
			return NOT_UNDERSTOOD;
		}
	}

	/**
	 * Requires that the number is observed again before this candidate contends, because
	 * it may have been removed.
	 * @return whether that was not required already
	 */
	boolean recheck() {
		boolean began = !this.rechecking;
		this.rechecking = true;
		return began;
	}

	/**
	 * Returns whether the number has to be observed again before this candidate contends.
	 * @return whether it has
	 */
	boolean isRechecking() {
		return this.rechecking;
	}

	/**
	 * Schedules another observation after one without an answer. The last observation
	 * still counts.
	 * @param now both clocks
	 */
	void unanswered(Moment now) {
		this.lookAt = now.ticker() + this.retryInterval;
	}

	/**
	 * Schedules an observation at once, because the record may have changed.
	 * @param now both clocks
	 */
	void lookAgain(Moment now) {
		this.lookAt = now.ticker();
	}

	/**
	 * Returns how long until the record has to be observed.
	 * @param now both clocks
	 * @return nanoseconds, not negative
	 */
	long lookIn(Moment now) {
		return Math.max(0, this.lookAt - now.ticker());
	}

	/**
	 * Returns whether to contend for the partitions.
	 * @return whether the observed number is the own one
	 */
	boolean isAgreed() {
		return this.own.equals(this.noted);
	}

	/**
	 * Returns whether to contend for the election itself, whose leader writes the number.
	 * @return whether this candidate may write the number
	 */
	boolean isKeeper() {
		return isAgreed() || this.replacing || (this.observed && this.noted == null && !this.forgotten);
	}

	/**
	 * Returns whether to write the own number, if this candidate leads the election.
	 * @param found the number in the checkpoints of the term, or {@code null} if there is
	 * none
	 * @return whether to write
	 */
	boolean writes(@Nullable String found) {
		return (found == null) ? !this.forgotten : this.replacing && !this.own.equals(found);
	}

	/**
	 * Returns the observed number if it differs from the own one.
	 * @return the text on record, which may be anything, or {@code null} if no number was
	 * observed or it is the own one
	 */
	@Nullable String different() {
		return isAgreed() ? null : this.noted;
	}

	/** Stops writing the number, because a person removed it. */
	void forget() {
		this.forgotten = true;
		this.noted = null;
	}

	/**
	 * Sets whether the own number replaces a different one, as a person requests.
	 * @param replacing whether to replace it
	 */
	void replace(boolean replacing) {
		this.replacing = replacing;
	}

}
