/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.Preference;
import io.leaderelection.time.Moment;

/**
 * Decides for which elections an instance bids, and to which bids it hands over: to those
 * of a higher priority, and to those of an instance that leads fewer of the elections
 * that are spread. A bid is an ordinary lease on a second record of the election. It
 * never ends a term; the leader decides to hand over.
 * <p>
 * The partitions of an election are a group, and all other elections are another one.
 * Each instance counts the elections of every known leader and bids toward an even share.
 * A leader concedes an election if it leads at least two more of its group than the
 * bidder, or one more of the group and two more in all. Each such handover makes a group
 * more even, or leaves the groups as even as they were and makes the totals more even.
 * Hence they end, and no elections are exchanged back and forth. When a leader stops or
 * dies, its {@link Heirs heirs} go first.
 */
public class Distribution {

	/** How long an instance does not contend for an election that it handed over. */
	public static final Duration AWAY = Duration.ofSeconds(1);

	/** The prefix of the checkpoint with the token of the last conceded bid. */
	public static final String CONCEDED = "bid:";

	private final Supplier<String> self;

	private final int maxLed;

	private final long spreadDelay;

	private final Heirs heirs = new Heirs();

	private boolean begun;

	private long begunAt;

	private long lookedAt;

	/**
	 * Creates the distribution of an instance.
	 * @param self the candidate id
	 * @param maxLed the maximum number of elections it prefers to lead, or
	 * {@link BidLimits#UNLIMITED}; it limits bids, but not contention for an election
	 * without a leader
	 * @param spreadDelay how long after the first call of {@code look} it begins to bid
	 * for an even spread; zero or more
	 */
	public Distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
		this.self = self;
		this.maxLed = maxLed;
		this.spreadDelay = spreadDelay.toNanos();
	}

	/**
	 * Checks all elections with a preference, and acts. Has to be called about every 500
	 * ms.
	 * @param seats the elections
	 * @param now both clocks
	 */
	public void look(List<? extends Seat> seats, Moment now) {
		if (!this.begun) {
			this.begun = true;
			this.begunAt = now.ticker();
			this.lookedAt = now.ticker();
		}
		long lookInterval = Long.MAX_VALUE;
		for (Seat seat : seats) {
			seat.bidding().see(seat.standing(), seat.leader(), now);
			lookInterval = Math.min(lookInterval, seat.bidding().lookInterval());
		}
		Census census = new Census(this.self.get(), this.maxLed, seats, countsConceded(), this::group);
		concede(seats, census, now);
		bid(seats, census, now);
		this.heirs.look(seats, census, now.ticker(), lookInterval);
		seats.forEach((seat) -> seat.othersFirst(isOthersTurn(seat.bidding())));
		if (now.ticker() - this.lookedAt >= lookInterval) {
			this.lookedAt = now.ticker();
			// All together, so that one batch is sent to the store
			seats.forEach((seat) -> seat.bidding().bid().look(now));
		}
	}

	/**
	 * Returns whether another instance is to acquire an election first when it is free.
	 */
	private boolean isOthersTurn(Bidding bidding) {
		boolean otherBids = bidding.bid().other() != null;
		return !bidding.leads() && (otherBids || (!bidding.isWanted() && isOfAnotherHeir(bidding)));
	}

	/**
	 * Returns whether another instance is the heir of an election.
	 * @param bidding the bidding for the election
	 * @return whether that one goes first when the leader stops or dies
	 */
	protected boolean isOfAnotherHeir(Bidding bidding) {
		return this.heirs.isOfAnother(bidding);
	}

	/**
	 * Returns whether a leader may hand over to a bidder.
	 * @param seat an election that this instance leads
	 * @param bidder who bids
	 * @param now both clocks
	 * @return whether the bidder is alive, and others had the time to observe the bid
	 */
	protected boolean counts(Seat seat, Leader bidder, Moment now) {
		Bid bid = seat.bidding().bid();
		return bid.isBelieved(bidder, now) && bid.isKnown(now);
	}

	/**
	 * Returns whether a conceded election counts for the bidder before the bidder leads.
	 * @return whether it does
	 */
	protected boolean countsConceded() {
		return true;
	}

	/**
	 * Returns the group in which an election is spread evenly.
	 * @param bidding the bidding for the election
	 * @return the name of the divided election of a partition, otherwise an empty text
	 */
	protected String group(Bidding bidding) {
		return bidding.group();
	}

	// The leader

	private void concede(List<? extends Seat> seats, Census census, Moment now) {
		Map<Part, Deque<Seat>> even = new HashMap<>();
		for (Seat seat : seats) {
			Leader bidder = seat.bidding().bid().other();
			if (bidder == null || !seat.bidding().leads() || !counts(seat, bidder, now)
					|| !seat.bidding().concession().isOpen(bidder.fencingToken(), seat.noted(), term(seat))) {
				continue;
			}
			Integer priority = Preference.number(bidder.metadata(), Preference.PRIORITY, 0);
			if (priority == null) {
				reportOnce(seat, bidder, "has no number as its priority, so it is ignored");
			}
			else if (priority > seat.bidding().preference().priority()) {
				concede(seat, bidder, TransitionCause.PREEMPTED, census, now);
			}
			else {
				even.computeIfAbsent(new Part(bidder.id(), group(seat.bidding())), (part) -> new ArrayDeque<>())
					.add(seat);
			}
		}
		rebalance(even, census, now);
	}

	/**
	 * Concedes one election after the other, each to the bidder that leads the fewest of
	 * its group, and the fewest in all.
	 */
	private void rebalance(Map<Part, Deque<Seat>> bids, Census census, Moment now) {
		Comparator<Part> fewest = Comparator.<Part>comparingInt((part) -> census.spread(part.instance(), part.group()))
			.thenComparingInt((part) -> census.spread(part.instance()))
			.thenComparing(Part.ORDER);
		while (!bids.isEmpty()) {
			Map.Entry<Part, Deque<Seat>> next = Collections.min(bids.entrySet(), Map.Entry.comparingByKey(fewest));
			Seat seat = next.getValue().removeLast();
			Leader bidder = seat.bidding().bid().other();
			if (bidder != null && isToRebalance(seat, bidder, census)) {
				concede(seat, bidder, TransitionCause.REBALANCED, census, now);
			}
			if (next.getValue().isEmpty()) {
				bids.remove(next.getKey());
			}
		}
	}

	private boolean isToRebalance(Seat seat, Leader bidder, Census census) {
		String self = this.self.get();
		if (census.all(self) > this.maxLed) {
			return true;
		}
		Preference preference = seat.bidding().preference();
		Integer priority = Preference.number(bidder.metadata(), Preference.PRIORITY, 0);
		if (!preference.spread() || priority == null || priority != preference.priority()) {
			return false;
		}
		String group = group(seat.bidding());
		int more = census.spread(self, group) - census.spread(bidder.id(), group);
		return more >= 2 || (more == 1 && census.spread(self) >= census.spread(bidder.id()) + 2);
	}

	/**
	 * Notes the bid in a checkpoint before the handover, so that a successor does not
	 * concede to it again.
	 */
	private void concede(Seat seat, Leader bidder, TransitionCause cause, Census census, Moment now) {
		long bid = bidder.fencingToken();
		Concession concession = seat.bidding().concession();
		if (concession.isToNote(bid, term(seat))) {
			seat.note(bid);
		}
		boolean noted = seat.noted() == bid;
		if (noted && seat.handOver(cause)) {
			seat.bidding().conceded(bidder, now);
		}
		else if (noted && concession.hindered(bid, seat.bidding().bid().at(now))) {
			seat.report("The bid of " + bidder.id()
					+ " waits for a moment without a guarded call, and there was none for ten renew intervals");
		}
		census.conceded(bidder.id(), seat.bidding());
	}

	private static long term(Seat seat) {
		return seat.bidding().standing().fencingToken();
	}

	private static void reportOnce(Seat seat, Leader bidder, String problem) {
		if (seat.bidding().concession().isToReport(bidder.fencingToken())) {
			seat.report("The bid of " + bidder.id() + " " + problem);
		}
	}

	// The bidder

	private void bid(List<? extends Seat> seats, Census census, Moment now) {
		BidPlan plan = new BidPlan(census, this.maxLed, now.ticker() - this.begunAt >= this.spreadDelay);
		List<Seat> wanted = new ArrayList<>();
		Map<Part, List<Seat>> others = new HashMap<>();
		for (Seat seat : seats) {
			Bidding bidding = seat.bidding();
			bidding.settle(now);
			if (bidding.isVacated()) {
				plan.add(seat);
			}
			else if (bidding.isWanted()) {
				wanted.add(seat);
			}
			else if (bidding.mayBid(now)) {
				others.computeIfAbsent(plan.part(seat), (part) -> new ArrayList<>()).add(seat);
			}
		}
		wanted.forEach((seat) -> bid(seat, plan, now));
		others.values().forEach((of) -> of.sort(Comparator.comparingLong(this::age).thenComparingInt(this::chance)));
		while (!others.isEmpty()) {
			// Next, an election of the leader that would have the most left
			Map.Entry<Part, List<Seat>> next = Collections.max(others.entrySet(),
					Map.Entry.comparingByKey(plan.busiest()));
			bid(next.getValue().remove(next.getValue().size() - 1), plan, now);
			if (next.getValue().isEmpty()) {
				others.remove(next.getKey());
			}
		}
	}

	private static void bid(Seat seat, BidPlan plan, Moment now) {
		Leader leader = seat.bidding().other();
		if (leader != null && plan.wants(seat, leader)) {
			plan.add(seat);
			seat.bidding().want(leader, now);
		}
		else {
			seat.bidding().withdraw(now);
		}
	}

	/**
	 * Returns the age of a term, roughly, so that no election is moved again and again
	 * while instances are restarted one after the other.
	 */
	private long age(Seat seat) {
		Leader leader = seat.bidding().other();
		long period = seat.bidding().lookInterval() / 1_000_000;
		return (leader != null) ? -leader.since().toEpochMilli() / Math.max(1, period) : 0;
	}

	/**
	 * Returns a sort key that differs from instance to instance, so that they bid for
	 * different elections.
	 */
	private int chance(Seat seat) {
		int hash = 31 * this.self.get().hashCode() + seat.bidding().bid().election().hashCode();
		return (hash ^ (hash >>> 15)) * 0x2c1b3c6d;
	}

}
