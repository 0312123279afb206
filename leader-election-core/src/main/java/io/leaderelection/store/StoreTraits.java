/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;

/**
 * The properties in which stores differ.
 *
 * @param name the name of the store in {@code leader-election.backend}
 * @param clock whose clock decides that a record has expired
 * @param smallestLease the smallest lease duration that the store supports exactly
 * @param largestLease the largest lease duration; 365 days if the store has no limit
 * @param sharedLease whether all elections of a candidate share one lease, so that all
 * need the same duration
 * @param guardLockOutlivesLease whether a guard lock, separate from the record, may
 * remain after the lease ends: the candidate then releases it when a lease that it no
 * longer renews is over
 * @param push whether {@link LeaseStore#watch} delivers notifications
 * @param checkpoints whether the store has {@link Checkpoints}
 */
public record StoreTraits(String name, Clock clock, Duration smallestLease, Duration largestLease, boolean sharedLease,
		boolean guardLockOutlivesLease, boolean push, boolean checkpoints) {

	/**
	 * The clock that decides when a record has expired.
	 */
	public enum Clock {

		/** The clock of the store. */
		STORE,

		/**
		 * The wall clock of the one machine on which all candidates run. If it is set
		 * forward, a lease may end early; tokens and nonces still differ.
		 */
		MACHINE,

		/**
		 * The store has no clock: a candidate waits for changes of the record, by its own
		 * ticker.
		 */
		OBSERVER

	}

}
