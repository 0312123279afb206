/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.time.Duration;
import java.util.SplittableRandom;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.store.StoreTraits;

/**
 * The parameters of a schedule of priorities and spread.
 */
final class DistributionScenario {

	private static final long MILLISECOND = 1_000_000;

	final ElectionTiming timing;

	final StoreTraits traits;

	final int instances;

	final int elections;

	final boolean spread;

	final boolean priorities;

	/** The maximum number of elections that the first instance prefers to lead. */
	final int maxLed;

	final Duration spreadDelay;

	final Duration preemptAfter;

	/**
	 * Whether the store has no clock, so that an observer counts a lease from when it
	 * first sees a record.
	 */
	final boolean countsFromFirstLook;

	final long lease;

	final long latency;

	final double losses;

	final double lateness;

	/** How long faults are injected. */
	final long chaos;

	/** The longest time of a guarded call. */
	final long longestCall;

	DistributionScenario(SplittableRandom random) {
		long millis = new long[] { 2000, 5000, 15_000 }[random.nextInt(3)];
		this.lease = millis * MILLISECOND;
		this.timing = ElectionTiming.builder().lease(Duration.ofMillis(millis)).build();
		this.traits = new StoreTraits("model", StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(1), false,
				false, random.nextBoolean(), true);
		this.instances = 2 + random.nextInt(4);
		this.elections = 1 + random.nextInt(12);
		this.spread = random.nextInt(5) > 0;
		this.priorities = !this.spread || random.nextInt(4) == 0;
		this.maxLed = (random.nextInt(4) == 0) ? 1 + random.nextInt(this.elections) : Distribution.UNLIMITED;
		this.spreadDelay = Duration.ofMillis(random.nextInt(3) * millis);
		this.preemptAfter = Duration.ofMillis(random.nextInt(3) * millis / 2);
		this.countsFromFirstLook = random.nextInt(3) == 0;
		this.latency = this.lease / 2000 + random.nextLong(this.lease / 100);
		boolean calm = random.nextInt(4) == 0;
		this.losses = calm ? 0 : random.nextDouble() * 0.1;
		this.lateness = calm ? 0 : random.nextDouble() * 0.1;
		this.chaos = (4 + random.nextInt(12)) * this.lease;
		this.longestCall = random.nextBoolean() ? this.lease / 10 : this.lease;
	}

	/**
	 * Returns the time after the last fault within which all elections must be led as
	 * preferred.
	 */
	long evenBound() {
		// Abandoned terms expire and leaders become known; bids are made, observed,
		// renewed and conceded between two calls; a failed bid is repeated after a
		// back-off, which the faults may have doubled often
		return 6 * this.lease + this.spreadDelay.toNanos() + 12
				* (this.timing.renewInterval().toNanos() + this.timing.retryInterval().toNanos() + this.longestCall)
				+ 40 * Math.max(this.preemptAfter.toNanos(), this.timing.retryInterval().toNanos());
	}

	/**
	 * Returns the time after a handover within which an instance must lead, perhaps not
	 * the bidder.
	 */
	long vacancyBound() {
		return Distribution.AWAY.toNanos() + 3 * this.timing.retryInterval().toNanos()
				+ this.timing.operationTimeout().toNanos() + this.lease / 4 + 20 * this.latency;
	}

	@Override
	public String toString() {
		return "%d instances, %d elections, lease %s%s%s%s, spread delay %s, preempt after %s, calls up to %d ms%s%s"
			.formatted(this.instances, this.elections, this.timing.lease(), this.spread ? ", spread" : "",
					this.priorities ? ", priorities" : "",
					(this.maxLed != Distribution.UNLIMITED) ? ", the first leads " + this.maxLed : "", this.spreadDelay,
					this.preemptAfter, this.longestCall / MILLISECOND, this.traits.push() ? ", notifications" : "",
					this.countsFromFirstLook ? ", leases count from the first look" : "");
	}

}
