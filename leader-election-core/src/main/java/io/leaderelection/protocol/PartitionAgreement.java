/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Whether a candidate may contend for the partitions of an election. Their number is
 * noted once, in a checkpoint of the election itself, by its leader. A candidate contends
 * for partitions only after it has observed that number on record, and it is its own: all
 * those that do so have the same number. A candidate with another number does not contend
 * for the election either, so that it never has the note to write.
 * <p>
 * A function of what was observed and the time, without threads, clocks or I/O. Not
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

	/** Whether the note was removed by request: this candidate writes it no more. */
	private boolean forgotten;

	/** Whether a number that differs is to be replaced, by request. */
	private boolean replacing;

	private long wait;

	private long lookAt;

	/**
	 * Begins with nothing observed.
	 * @param own the number of partitions here
	 * @param retryInterval how often to look until a number is recorded
	 * @param now both clocks
	 */
	public PartitionAgreement(int own, Duration retryInterval, Moment now) {
		this.own = String.valueOf(own);
		this.retryInterval = retryInterval.toNanos();
		lookAgain(now);
	}

	/**
	 * The record was observed.
	 * @param checkpoints what it has
	 * @param now both clocks
	 */
	public void observed(Checkpoints checkpoints, Moment now) {
		String before = this.noted;
		this.noted = number(checkpoints);
		this.observed = true;
		if (isAgreed()) {
			this.forgotten = false;
			this.replacing = false;
			this.wait = LONGEST_WAIT;
		}
		else {
			// Slowly, where only a person can change it
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
	 * An observation got no answer: what was observed before still counts.
	 * @param now both clocks
	 */
	public void unanswered(Moment now) {
		this.lookAt = now.ticker() + this.retryInterval;
	}

	/**
	 * Something may have changed: look at once.
	 * @param now both clocks
	 */
	public void lookAgain(Moment now) {
		this.lookAt = now.ticker();
	}

	/**
	 * How long until the record is to be observed.
	 * @param now both clocks
	 * @return nanoseconds, not negative
	 */
	public long lookIn(Moment now) {
		return Math.max(0, this.lookAt - now.ticker());
	}

	/**
	 * Whether to contend for the partitions.
	 * @return whether the number on record was observed and is the own one
	 */
	public boolean isAgreed() {
		return this.own.equals(this.noted);
	}

	/**
	 * Whether to contend for the election itself, whose leader keeps the note.
	 * @return whether there is a number to keep or to write
	 */
	public boolean isKeeper() {
		return isAgreed() || this.replacing || (this.observed && this.noted == null && !this.forgotten);
	}

	/**
	 * Whether to write the own number, given that this candidate leads the election.
	 * @param found the number among the checkpoints of the term, which nobody else can
	 * change, or {@code null} if there is none
	 * @return whether to write
	 */
	public boolean writes(@Nullable String found) {
		return (found == null) ? !this.forgotten : this.replacing && !this.own.equals(found);
	}

	/**
	 * The number on record that differs from the own one.
	 * @return what is on record, which may be anything, or {@code null} if no number was
	 * observed or it is the own one
	 */
	public @Nullable String different() {
		return isAgreed() ? null : this.noted;
	}

	/** The number was removed by request of a person. */
	public void forget() {
		this.forgotten = true;
		this.noted = null;
	}

	/**
	 * A person requests that the own number takes the place of another.
	 * @param replacing whether it is still requested
	 */
	public void replace(boolean replacing) {
		this.replacing = replacing;
	}

}
