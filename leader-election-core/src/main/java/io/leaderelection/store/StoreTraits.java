/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;

/**
 * The differences between stores.
 *
 * @param name the name users give in {@code leader-election.backend}
 * @param clock whose clock decides that a record has expired
 * @param smallestLease the smallest lease duration the store keeps exactly
 * @param largestLease the largest lease duration; 365 days where the store has no limit
 * @param sharedLease whether one lease serves all elections of a candidate, so that all
 * need the same duration
 * @param guardLockOutlivesLease whether something beside the record keeps others out,
 * which does not end with the record: the candidate then gives it up by a guarded release
 * when a lease it no longer renews is over
 * @param push whether {@link LeaseStore#watch} delivers notifications
 * @param checkpoints whether the store keeps {@link Checkpoints}
 */
public record StoreTraits(String name, Clock clock, Duration smallestLease, Duration largestLease, boolean sharedLease,
		boolean guardLockOutlivesLease, boolean push, boolean checkpoints) {

	/**
	 * Whose clock decides expiry in the store.
	 */
	public enum Clock {

		/** The clock of the store. */
		STORE,

		/**
		 * The wall clock of the one machine on which all candidates run. A step forward
		 * may end a lease early; tokens and nonces still differ.
		 */
		MACHINE,

		/** The store has none: a candidate watches for change by its own ticker. */
		OBSERVER

	}

}
