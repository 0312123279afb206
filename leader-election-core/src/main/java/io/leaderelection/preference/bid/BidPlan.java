/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

import io.leaderelection.Leader;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.Preference;

/**
 * Decides for which elections an instance bids, given what the others lead and what it
 * already bids for.
 */
final class BidPlan {

	private final Census census;

	private final int maxLed;

	private final boolean spreads;

	/** How many elections this plan takes from a leader, in all and by group. */
	private final Map<String, Integer> from = new HashMap<>();

	private final Map<Part, Integer> fromGroup = new HashMap<>();

	/** How many elections it adds to this instance. */
	private int all;

	private int spread;

	private final Map<String, Integer> groups = new HashMap<>();

	/**
	 * Creates a plan without bids.
	 * @param census who leads how many elections
	 * @param maxLed the maximum number of elections that this instance prefers to lead
	 * @param spreads whether it bids for an even spread
	 */
	BidPlan(Census census, int maxLed, boolean spreads) {
		this.census = census;
		this.maxLed = maxLed;
		this.spreads = spreads;
	}

	/** Adds an election for which this instance bids. */
	void add(Seat seat) {
		Part part = part(seat);
		this.all++;
		this.from.merge(part.instance(), 1, Integer::sum);
		if (seat.bidding().preference().spread()) {
			this.spread++;
			this.groups.merge(part.group(), 1, Integer::sum);
			this.fromGroup.merge(part, 1, Integer::sum);
		}
	}

	/** Returns whether this instance is to bid for an election, too. */
	boolean wants(Seat seat, Leader leader) {
		Preference preference = seat.bidding().preference();
		Integer priority = Preference.number(leader.metadata(), Preference.PRIORITY, 0);
		Integer cap = Preference.number(leader.metadata(), Preference.MAX_LED, BidLimits.UNLIMITED);
		if (priority == null || cap == null || this.census.all(this.census.self()) + this.all >= this.maxLed) {
			return false;
		}
		boolean overCap = this.census.all(leader.id()) - from(leader.id()) > cap;
		return preference.priority() > priority || overCap
				|| (preference.spread() && this.spreads && preference.priority() == priority && isBelow(part(seat)));
	}

	/** Returns the leader and the group of an election. */
	Part part(Seat seat) {
		Leader leader = seat.bidding().other();
		return new Part((leader != null) ? leader.id() : "", this.census.group(seat.bidding()));
	}

	private int from(String leader) {
		return this.from.getOrDefault(leader, 0);
	}

	/** Returns the number of spread elections that this plan leaves to a leader. */
	private int left(String leader) {
		return this.census.spread(leader) - from(leader);
	}

	private int left(Part part) {
		return this.census.spread(part.instance(), part.group()) - this.fromGroup.getOrDefault(part, 0);
	}

	/** Returns the number of a group that this plan gives to this instance. */
	private int own(String group) {
		return this.census.spread(this.census.self(), group) + this.groups.getOrDefault(group, 0);
	}

	Comparator<Part> busiest() {
		return Comparator.<Part>comparingInt((part) -> left(part) - own(part.group()))
			.thenComparingInt((part) -> left(part.instance()))
			.thenComparing(Part.ORDER);
	}

	/** The same comparison as that of the leader, which concedes or does not. */
	private boolean isBelow(Part part) {
		int own = this.census.spread(this.census.self()) + this.spread;
		int more = left(part) - own(part.group());
		boolean evensGroup = more >= 2 && own(part.group()) < this.census.share(part.group());
		boolean evensTotal = more >= 1 && own < this.census.share() && left(part.instance()) >= own + 2;
		return evensGroup || evensTotal;
	}

}
