/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.leaderelection.Partition;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.StoreTraits;

/**
 * The parameters of a schedule of priorities and spread.
 */
final class DistributionScenario extends Draws {

	final ElectionTiming timing = ElectionTiming.builder().lease(Duration.ofNanos(this.lease)).build();

	StoreTraits traits = traits(false, this.random.nextBoolean());

	int instances = 2 + this.random.nextInt(4);

	/** The name of each election. Some are partitions of divided elections. */
	List<String> names = names(1 + this.random.nextInt(12));

	boolean spread = !oneIn(5);

	boolean priorities = !this.spread || oneIn(4);

	/** The maximum number of elections that the first instance prefers to lead. */
	int maxLed = oneIn(4) ? 1 + this.random.nextInt(this.names.size()) : BidLimits.UNLIMITED;

	Duration spreadDelay = Duration.ofNanos(this.random.nextInt(3) * this.lease);

	Duration preemptAfter = Duration.ofNanos(this.random.nextInt(3) * this.lease / 2);

	/**
	 * Whether the store has no clock, so that an observer counts a lease from when it
	 * first sees a record.
	 */
	boolean countsFromFirstLook = oneIn(3);

	long latency = this.lease / 2000 + this.random.nextLong(this.lease / 100);

	private final boolean calm = oneIn(4);

	double losses = this.calm ? 0 : this.random.nextDouble() * 0.1;

	double lateness = this.calm ? 0 : this.random.nextDouble() * 0.1;

	/** How long faults are injected. */
	final long chaos = (4 + this.random.nextInt(12)) * this.lease;

	/** The longest time of a guarded call. */
	long longestCall = this.random.nextBoolean() ? this.lease / 10 : this.lease;

	DistributionScenario(SplittableRandom random) {
		this(random, oneOf(random, 2000, 5000, 15_000) * MILLISECOND);
	}

	private DistributionScenario(SplittableRandom random, long lease) {
		super(random, lease);
	}

	/**
	 * Returns three instances with 83 single elections and 16 partitions, for a rolling
	 * restart without other faults.
	 */
	static DistributionScenario rollingRestart(SplittableRandom random) {
		boolean push = random.nextBoolean();
		DistributionScenario scenario = new DistributionScenario(random, 3000 * MILLISECOND);
		scenario.traits = traits(false, push);
		scenario.instances = 3;
		scenario.names = Stream
			.concat(IntStream.range(0, 16).mapToObj((number) -> "divided:" + number),
					IntStream.range(0, 83).mapToObj((number) -> "e" + number))
			.toList();
		scenario.spread = true;
		scenario.priorities = false;
		scenario.maxLed = BidLimits.UNLIMITED;
		scenario.spreadDelay = Duration.ofNanos(2 * scenario.lease);
		scenario.preemptAfter = Duration.ZERO;
		scenario.countsFromFirstLook = false;
		scenario.latency = MILLISECOND;
		scenario.losses = 0;
		scenario.lateness = 0;
		scenario.longestCall = scenario.lease / 100;
		return scenario;
	}

	/** Makes up to three divided elections of unequal size, and single ones. */
	private List<String> names(int elections) {
		List<String> names = new ArrayList<>();
		for (int divided = this.random.nextInt(4); divided > 0; divided--) {
			int partitions = this.random.nextInt(elections - names.size() + 1);
			for (int number = 0; number < partitions; number++) {
				names.add("divided-" + divided + ":" + number);
			}
		}
		while (names.size() < elections) {
			names.add("e" + names.size());
		}
		return names;
	}

	/** Returns the group in which an election is spread. */
	static String group(String name) {
		Partition partition = Partition.parse(name);
		return (partition != null) ? partition.election() : "";
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
		return "%d instances, elections %s, lease %s%s%s%s, spread delay %s, preempt after %s, calls up to %d ms%s%s"
			.formatted(this.instances, this.names, this.timing.lease(), this.spread ? ", spread" : "",
					this.priorities ? ", priorities" : "",
					(this.maxLed != BidLimits.UNLIMITED) ? ", the first leads " + this.maxLed : "", this.spreadDelay,
					this.preemptAfter, this.longestCall / MILLISECOND, this.traits.push() ? ", notifications" : "",
					this.countsFromFirstLook ? ", leases count from the first look" : "");
	}

}
