/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The facts that a store knows about an election in addition to its record, at one
 * instant.
 *
 * @param left the time left of the record's lease
 * @param notBefore the time left of the record's not-before
 * @param lock the owner of the lock that guards the record
 */
public record Evidence(Duration left, Duration notBefore, Lock lock) {

	/** The evidence for an election without a record and without a lock. */
	public static final Evidence NOTHING = new Evidence(Duration.ZERO, Duration.ZERO, Lock.FREE);

	/**
	 * The owner of the lock that excludes other candidates: a guard lock, a session's
	 * node, or the record itself in a store without locks.
	 */
	public enum Lock {

		/** No candidate. The writer of the next term acquires it, or has just done so. */
		FREE,

		/** The term on record. */
		TERM,

		/** Another candidate, which the record does not name. */
		OTHER,

		/** Unknown until the lock is requested. */
		UNKNOWN

	}

	/**
	 * Returns the same evidence with another lock owner.
	 * @param lock the owner of the lock
	 * @return the evidence
	 */
	public Evidence with(Lock lock) {
		return new Evidence(this.left, this.notBefore, lock);
	}

	/**
	 * Returns the evidence for a record of a known age.
	 * @param record the record, or {@code null} if there is none
	 * @param age how long ago it was written, or a shorter time if that is not known
	 * @param lock the owner of the lock
	 * @return the evidence
	 */
	public static Evidence of(@Nullable TermRecord record, Duration age, Lock lock) {
		return (record != null) ? new Evidence(left(record.lease(), age), left(record.notBefore(), age), lock)
				: new Evidence(Duration.ZERO, Duration.ZERO, lock);
	}

	/**
	 * Returns the evidence for a record without a lock, which excludes others until its
	 * lease ends.
	 * @param record the record, or {@code null} if there is none
	 * @param age how long ago it was written, or a shorter time if that is not known
	 * @return the evidence
	 */
	public static Evidence of(@Nullable TermRecord record, Duration age) {
		return (record != null) ? of(record, left(record.lease(), age), left(record.notBefore(), age)) : NOTHING;
	}

	/**
	 * Returns the evidence for a record without a lock, in a store that computes the
	 * remaining lease by its own clock.
	 * @param record the record
	 * @param left the time left of its lease
	 * @param notBefore the time left of its not-before
	 * @return the evidence
	 */
	public static Evidence of(TermRecord record, Duration left, Duration notBefore) {
		boolean over = record.released() || left.isZero();
		return new Evidence(left, notBefore, over ? Lock.FREE : Lock.TERM);
	}

	/** Returns the time left in whole milliseconds, rounded up. */
	private static Duration left(Duration duration, Duration age) {
		Duration left = duration.minus(age);
		return left.isNegative() ? Duration.ZERO : Duration.ofMillis(left.plusNanos(999_999).toMillis());
	}

}
