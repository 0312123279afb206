/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.leaderelection.Partition;
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

	/** The name of each election. Some are partitions of divided elections. */
	final List<String> names;

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
		this.names = names(random, this.elections);
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

	/** A rolling restart of three instances without other faults. */
	private DistributionScenario(SplittableRandom random, List<String> names) {
		this.lease = 3000 * MILLISECOND;
		this.timing = ElectionTiming.builder().lease(Duration.ofNanos(this.lease)).build();
		this.traits = new StoreTraits("model", StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(1), false,
				false, random.nextBoolean(), true);
		this.instances = 3;
		this.elections = names.size();
		this.names = names;
		this.spread = true;
		this.priorities = false;
		this.maxLed = Distribution.UNLIMITED;
		this.spreadDelay = Duration.ofNanos(2 * this.lease);
		this.preemptAfter = Duration.ZERO;
		this.countsFromFirstLook = false;
		this.latency = MILLISECOND;
		this.losses = 0;
		this.lateness = 0;
		this.chaos = 0;
		this.longestCall = this.lease / 100;
	}

	/** Returns three instances with 83 single elections and 16 partitions. */
	static DistributionScenario rollingRestart(SplittableRandom random) {
		List<String> names = new ArrayList<>();
		IntStream.range(0, 16).forEach((number) -> names.add("divided:" + number));
		IntStream.range(0, 83).forEach((number) -> names.add("e" + number));
		return new DistributionScenario(random, names);
	}

	/** Makes up to three divided elections of unequal size, and single ones. */
	private static List<String> names(SplittableRandom random, int elections) {
		List<String> names = new ArrayList<>();
		for (int divided = random.nextInt(4); divided > 0; divided--) {
			int partitions = random.nextInt(elections - names.size() + 1);
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
	String group(int election) {
		Partition partition = Partition.parse(this.names.get(election));
		return (partition != null) ? partition.election() : "";
	}

	/** Returns the elections of a group. */
	IntStream group(String group) {
		return IntStream.range(0, this.elections).filter((election) -> group(election).equals(group));
	}

	/** Returns all groups. */
	Set<String> groups() {
		return IntStream.range(0, this.elections).mapToObj(this::group).collect(Collectors.toSet());
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
					(this.maxLed != Distribution.UNLIMITED) ? ", the first leads " + this.maxLed : "", this.spreadDelay,
					this.preemptAfter, this.longestCall / MILLISECOND, this.traits.push() ? ", notifications" : "",
					this.countsFromFirstLook ? ", leases count from the first look" : "");
	}

}
