/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Options of {@link LeaderWork}. Immutable.
 */
public final class LeaderWorkOptions {

	private static final LeaderWorkOptions DEFAULTS = new LeaderWorkOptions(null, WhenDone.KEEP_LEADING,
			OnLoss.INTERRUPT, null, 0);

	private final @Nullable String name;

	private final WhenDone whenDone;

	private final OnLoss onLoss;

	private final @Nullable Duration maxSilence;

	private final int stepDownAfter;

	private LeaderWorkOptions(@Nullable String name, WhenDone whenDone, OnLoss onLoss, @Nullable Duration maxSilence,
			int stepDownAfter) {
		if (maxSilence != null && onLoss == OnLoss.CONTINUE) {
			throw new IllegalArgumentException("Leader work with a longest silence, " + maxSilence
					+ ", is to continue when its term ends, so nothing would interrupt it when it is silent. Use "
					+ "OnLoss.INTERRUPT, or allow any silence");
		}
		this.name = name;
		this.whenDone = whenDone;
		this.onLoss = onLoss;
		this.maxSilence = maxSilence;
		this.stepDownAfter = stepDownAfter;
	}

	/**
	 * Returns the defaults: the work has no name, keeps leading when it is done, is
	 * interrupted when its term ends, may be silent for any time, and runs again whenever
	 * it fails.
	 * @return the defaults
	 */
	public static LeaderWorkOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Returns the {@linkplain #defaults() defaults} with a name for logs, events and
	 * threads.
	 * @param name the name
	 * @return the options
	 * @throws IllegalArgumentException if the name is blank
	 */
	public static LeaderWorkOptions named(String name) {
		if (name.isBlank()) {
			throw new IllegalArgumentException("The name of leader work is blank. Name what the work does");
		}
		return new LeaderWorkOptions(name, DEFAULTS.whenDone, DEFAULTS.onLoss, DEFAULTS.maxSilence,
				DEFAULTS.stepDownAfter);
	}

	/**
	 * Sets what happens when the work returns.
	 * @param whenDone what happens
	 * @return the options
	 */
	public LeaderWorkOptions whenDone(WhenDone whenDone) {
		return new LeaderWorkOptions(this.name, whenDone, this.onLoss, this.maxSilence, this.stepDownAfter);
	}

	/**
	 * Sets how the work learns that its term has ended, or that a handover has begun:
	 * {@link OnLoss#INTERRUPT} interrupts its thread, also for a handover;
	 * {@link OnLoss#CONTINUE} leaves it to the work to check
	 * {@link Leadership#awaitEnd(Duration)} or {@link Leadership#isValid()}. Either is
	 * interrupted once more when it has not returned within the drain timeout.
	 * @param onLoss how it learns of the end
	 * @return the options
	 * @throws IllegalArgumentException if it is {@link OnLoss#CONTINUE} and a
	 * {@linkplain #maxSilence(Duration) longest silence} is set
	 */
	public LeaderWorkOptions onLoss(OnLoss onLoss) {
		return new LeaderWorkOptions(this.name, this.whenDone, onLoss, this.maxSilence, this.stepDownAfter);
	}

	/**
	 * Sets how long the work may go on without {@linkplain Leadership#progress()
	 * reporting progress} or writing a checkpoint. After a longer silence the work is
	 * interrupted, and this candidate steps down with cause
	 * {@link TransitionCause#STALLED} and stays away as after a
	 * {@linkplain #stepDownAfter(int) failure}.
	 * @param maxSilence above zero, and at least two operation timeouts of the election
	 * and a second: writing a checkpoint may take that long
	 * @return the options
	 * @throws IllegalArgumentException if it is not above zero, or the work is to
	 * {@linkplain OnLoss#CONTINUE continue} when its term ends
	 */
	public LeaderWorkOptions maxSilence(Duration maxSilence) {
		if (maxSilence.isNegative() || maxSilence.isZero()) {
			throw new IllegalArgumentException("The longest silence of leader work is " + maxSilence
					+ ". Use a duration above zero, such as PT1M");
		}
		return new LeaderWorkOptions(this.name, this.whenDone, this.onLoss, maxSilence, this.stepDownAfter);
	}

	/**
	 * Sets after how many failures in a row this candidate hands over, with cause
	 * {@link TransitionCause#TASK_FAILED}, instead of running the work again. It does not
	 * contend again before the configured cool-down is over, at least a second. This time
	 * doubles with each further such handover in a row, up to ten minutes or the
	 * cool-down if that is longer. Both counts continue over terms. They restart from
	 * zero when the work returns within its term, when a term ends a minute or more after
	 * it began, or when the work has reported progress for a minute.
	 * @param failures 1 or more
	 * @return the options
	 * @throws IllegalArgumentException if it is below 1
	 */
	public LeaderWorkOptions stepDownAfter(int failures) {
		if (failures < 1) {
			throw new IllegalArgumentException(
					"Leader work is to step down after " + failures + " failures in a row. Use 1 or more");
		}
		return new LeaderWorkOptions(this.name, this.whenDone, this.onLoss, this.maxSilence, failures);
	}

	/**
	 * Returns the name of the work.
	 * @return the name, or {@code null} if it is to be generated
	 */
	public @Nullable String name() {
		return this.name;
	}

	/**
	 * Returns the behaviour when the work returns.
	 * @return the behaviour
	 */
	public WhenDone whenDone() {
		return this.whenDone;
	}

	/**
	 * Returns how the work learns that its term has ended.
	 * @return how it learns of it
	 */
	public OnLoss onLoss() {
		return this.onLoss;
	}

	/**
	 * Returns the longest time that the work may report no progress.
	 * @return the duration, or {@code null} for any time
	 */
	public @Nullable Duration maxSilence() {
		return this.maxSilence;
	}

	/**
	 * Returns the number of failures in a row after which this candidate hands over.
	 * @return the number, or 0 if it never does
	 */
	public int stepDownAfter() {
		return this.stepDownAfter;
	}

}
