/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The facts that a store knows about an election beside its record, at one instant.
 *
 * @param left how much is left of the record's lease
 * @param notBefore how much is left of the record's not-before
 * @param lock whose the lock is that guards the record
 */
public record Evidence(Duration left, Duration notBefore, Lock lock) {

	/** Of an election without a record, and without anything that keeps others out. */
	public static final Evidence NOTHING = new Evidence(Duration.ZERO, Duration.ZERO, Lock.FREE);

	/**
	 * Names the owner that keeps others out: a guard lock, a session's node, or the
	 * record itself where the store has nothing beside it.
	 */
	public enum Lock {

		/** Nobody's. The writer of the next term takes it, or has just done so. */
		FREE,

		/** The recorded term's. */
		TERM,

		/** Owned by another candidate, which the record does not name. */
		OTHER,

		/** Only who asks for it finds out. */
		UNKNOWN

	}

	/**
	 * The same but for the lock.
	 * @param lock whose the lock is
	 * @return the evidence
	 */
	public Evidence with(Lock lock) {
		return new Evidence(this.left, this.notBefore, lock);
	}

	/**
	 * The evidence for a record that was written a while ago.
	 * @param record the record, or {@code null} if there is none
	 * @param age how long ago it was written, or a shorter time if that is not known
	 * @param lock whose the lock is
	 * @return the evidence
	 */
	public static Evidence of(@Nullable TermRecord record, Duration age, Lock lock) {
		return (record != null) ? new Evidence(left(record.lease(), age), left(record.notBefore(), age), lock)
				: new Evidence(Duration.ZERO, Duration.ZERO, lock);
	}

	/**
	 * The evidence for a record that has nothing beside it: it keeps others out for as
	 * long as its lease lasts.
	 * @param record the record, or {@code null} if there is none
	 * @param age how long ago it was written, or a shorter time if that is not known
	 * @return the evidence
	 */
	public static Evidence of(@Nullable TermRecord record, Duration age) {
		return (record != null) ? of(record, left(record.lease(), age), left(record.notBefore(), age)) : NOTHING;
	}

	/**
	 * The evidence for a record that has nothing beside it, in a store that returns the
	 * rest of the lease by a clock of its own.
	 * @param record the record
	 * @param left how much is left of its lease
	 * @param notBefore how much is left of its not-before
	 * @return the evidence
	 */
	public static Evidence of(TermRecord record, Duration left, Duration notBefore) {
		boolean over = record.released() || left.isZero();
		return new Evidence(left, notBefore, over ? Lock.FREE : Lock.TERM);
	}

	/** In whole milliseconds, rounded up. */
	private static Duration left(Duration duration, Duration age) {
		Duration left = duration.minus(age);
		return left.isNegative() ? Duration.ZERO : Duration.ofMillis(left.plusNanos(999_999).toMillis());
	}

}
