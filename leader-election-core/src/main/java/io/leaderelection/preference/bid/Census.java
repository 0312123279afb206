/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.leaderelection.Leader;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.Preference;

/**
 * The number of elections that each instance leads, as far as this instance knows. Its
 * own number is exact. An election that it has handed over counts for the new leader, and
 * a suspended one for nobody. Elections that are spread are also counted by group.
 */
final class Census {

	private final String self;

	private final boolean countsConceded;

	private final Function<Bidding, String> groups;

	/** The counts of all instances that are known to lead or bid. */
	private final Map<String, Count> counts = new HashMap<>();

	/** The shares that were asked for, by group. */
	private final Map<String, Integer> shares = new HashMap<>();

	private final int share;

	private static final class Count {

		private int all;

		/** Of the elections that are spread. */
		private int spread;

		/** Of the elections that are spread, by group. */
		private final Map<String, Integer> groups = new HashMap<>();

		private int maxLed = BidLimits.UNLIMITED;

		int in(String group) {
			return this.groups.getOrDefault(group, 0);
		}

		/** Returns the most that it wants of a part of what it leads. */
		int most(int part) {
			return Math.max(0, this.maxLed - (this.all - part));
		}

	}

	Census(String self, int maxLed, List<? extends Seat> seats, boolean countsConceded,
			Function<Bidding, String> groups) {
		this.self = self;
		this.countsConceded = countsConceded;
		this.groups = groups;
		of(self).maxLed = maxLed;
		for (Seat seat : seats) {
			Bidding bidding = seat.bidding();
			if (bidding.leads()) {
				add(of(self), bidding, 1);
			}
			else if (!bidding.isSuspended()) {
				Leader conceded = countsConceded ? bidding.concededTo() : null;
				Leader leader = (conceded != null) ? conceded : bidding.other();
				if (leader != null) {
					add(of(leader), bidding, 1);
				}
			}
			Leader bidder = bidding.bid().other();
			if (bidder != null) {
				of(bidder);
			}
		}
		this.share = computeShare((count) -> count.spread);
	}

	private Count of(String instance) {
		return this.counts.computeIfAbsent(instance, (absent) -> new Count());
	}

	private Count of(Leader instance) {
		Count count = of(instance.id());
		Integer maxLed = Preference.number(instance.metadata(), Preference.MAX_LED, BidLimits.UNLIMITED);
		count.maxLed = (maxLed != null) ? maxLed : BidLimits.UNLIMITED;
		return count;
	}

	private void add(Count count, Bidding bidding, int number) {
		count.all += number;
		if (bidding.preference().spread()) {
			count.spread += number;
			count.groups.merge(this.groups.apply(bidding), number, Integer::sum);
		}
	}

	/**
	 * Computes a share of the elections that are counted. If an instance wants less than
	 * an even share, the others get the rest.
	 */
	private int computeShare(ToIntFunction<Count> counted) {
		List<Count> open = new ArrayList<>(this.counts.values());
		int total = open.stream().mapToInt(counted).sum();
		int share = roundedUp(total, open.size());
		for (boolean changed = true; changed && !open.isEmpty();) {
			changed = false;
			for (Iterator<Count> counts = open.iterator(); counts.hasNext();) {
				Count next = counts.next();
				int most = next.most(counted.applyAsInt(next));
				if (most < share) {
					counts.remove();
					total -= most;
					changed = true;
				}
			}
			share = roundedUp(total, Math.max(1, open.size()));
		}
		return share;
	}

	private static int roundedUp(int total, int parts) {
		return (total + parts - 1) / parts;
	}

	/**
	 * Counts an election for the bidder, because this instance is about to hand it over.
	 */
	void conceded(String bidder, Bidding bidding) {
		if (this.countsConceded) {
			add(of(this.self), bidding, -1);
			add(of(bidder), bidding, 1);
		}
	}

	/** Returns this instance. */
	String self() {
		return this.self;
	}

	/** Returns the instances that are known to lead or bid, and this one. */
	Set<String> instances() {
		return this.counts.keySet();
	}

	/** Returns the group in which an election is spread evenly. */
	String group(Bidding bidding) {
		return this.groups.apply(bidding);
	}

	/** Returns how many of the elections that are spread an instance leads. */
	int spread(String instance) {
		Count count = this.counts.get(instance);
		return (count != null) ? count.spread : 0;
	}

	/** Returns how many of the elections of a group an instance leads. */
	int spread(String instance, String group) {
		Count count = this.counts.get(instance);
		return (count != null) ? count.in(group) : 0;
	}

	int all(String instance) {
		Count count = this.counts.get(instance);
		return (count != null) ? count.all : 0;
	}

	/** Returns an even share of the elections that are spread, rounded up. */
	int share() {
		return this.share;
	}

	/** Returns an even share of the elections of a group, rounded up. */
	int share(String group) {
		return this.shares.computeIfAbsent(group, (absent) -> computeShare((count) -> count.in(group)));
	}

}
