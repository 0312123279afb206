/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.history.Evenness;
import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.store.ElectionKey;

/**
 * The invariants of a schedule of priorities and spread.
 */
final class DistributionChecks {

	private static final long LOOK = 500_000_000;

	private final DistributionSimulation simulation;

	private final DistributionScenario scenario;

	/** The group of each election. */
	private final List<String> groups;

	private final Map<ElectionKey, Set<Long>> concededBids = new HashMap<>();

	private final Map<ElectionKey, Long> grantedAt = new HashMap<>();

	/** The leaders of each election after the last fault, in order. */
	private final Map<ElectionKey, List<Integer>> moves = new HashMap<>();

	/** All instances by name, including dead ones. */
	final Map<String, DistributionInstance> known = new HashMap<>();

	/** Elections that were handed over and not granted again yet. */
	private final Map<ElectionKey, Pending> pending = new HashMap<>();

	private int concessions;

	private int afterFaults;

	private long healedAt = -1;

	/**
	 * Whether handovers are counted: all elections were led and every leader was known.
	 */
	private boolean settled;

	private int allowed;

	private long evenAt = -1;

	private record Pending(DistributionInstance from, String to, long at) {
	}

	DistributionChecks(DistributionSimulation simulation) {
		this.simulation = simulation;
		this.scenario = simulation.scenario;
		this.groups = this.scenario.names.stream().map(DistributionScenario::group).toList();
	}

	DistributionResult result() {
		return new DistributionResult(this.simulation.events, this.concessions, this.afterFaults,
				(this.evenAt - this.healedAt) / 1_000_000);
	}

	private void check(boolean holds, Invariant invariant, String message) {
		if (!holds) {
			throw new InvariantViolation(invariant, message);
		}
	}

	/** Called after each event. */
	void oneLeader() {
		for (int i = 0; i < this.groups.size(); i++) {
			int leaders = 0;
			for (DistributionInstance instance : this.simulation.instances) {
				leaders += (!instance.dead && instance.seats.get(i).leads()) ? 1 : 0;
			}
			if (leaders > 1) {
				throw new InvariantViolation(Invariant.I1_EXCLUSIVE_LEADERSHIP,
						this.scenario.names.get(i) + " has " + leaders + " leaders");
			}
		}
	}

	/**
	 * Ends a pending handover: the instance that the store granted the election may die
	 * before it knows.
	 */
	void storeGranted(ElectionKey key) {
		this.grantedAt.put(key, this.simulation.now());
		this.pending.remove(key);
	}

	void granted(ElectionKey key, DistributionInstance leader) {
		this.simulation.trace("+++ %s leads %s", leader.name(), key);
		this.moves.getOrDefault(key, new ArrayList<>()).add(leader.index);
	}

	void conceded(ElectionKey key, DistributionInstance from, Leader bid, TransitionCause cause, int calls) {
		String to = bid.id();
		this.simulation.trace("--- %s concedes %s to %s, %s", from.name(), key, to, cause);
		this.concessions++;
		check(calls == 0, Invariant.D3_WORK_GOES_ON, from.name() + " hands " + key + " over under " + calls + " calls");
		check(this.concededBids.computeIfAbsent(key, (absent) -> new HashSet<>()).add(bid.fencingToken()),
				Invariant.D4_CONCEDED_ONCE,
				from.name() + " concedes " + key + " to the bid " + bid.fencingToken() + ", as another leader did");
		DistributionInstance bidder = this.known.get(to);
		check(bidder != null && this.simulation.now() - bidder.diedAt < 2 * this.scenario.lease,
				Invariant.D5_LIVE_BIDDER, from.name() + " hands " + key + " over to " + to + ", which died long ago");
		if (cause == TransitionCause.REBALANCED && from.maxLed == BidLimits.UNLIMITED) {
			checkDifference(key, from, to);
		}
		this.pending.put(key, new Pending(from, to, this.simulation.now()));
		if (this.settled) {
			this.afterFaults++;
			check(this.afterFaults <= this.allowed, Invariant.D2_FEW_HANDOVERS,
					this.afterFaults + " handovers where " + this.allowed + " would do");
		}
		watchVacancy(key, from);
		if (bidder != null) {
			this.simulation.bidderMayDie(bidder);
		}
	}

	/** Checks that a leader counts the elections that it has just handed over itself. */
	private void checkDifference(ElectionKey key, DistributionInstance from, String to) {
		String group = DistributionScenario.group(key.election());
		int inGroup = kept(from, to, (name) -> DistributionScenario.group(name).equals(group));
		int inAll = kept(from, to, (name) -> true);
		check(inGroup >= 2 || (inGroup == 1 && inAll >= 2), Invariant.D2_FEW_HANDOVERS, from.name() + " leads "
				+ inGroup + " more of " + key + "'s group than it has just given to " + to + ", " + inAll + " in all");
	}

	/** Returns how many elections more a leader leads than it has just handed over. */
	private int kept(DistributionInstance from, String bidder, Predicate<String> counted) {
		long after = this.simulation.now() - this.scenario.timing.operationTimeout().toNanos();
		long led = from.seats.stream().filter((seat) -> counted.test(seat.key.election()) && seat.leads()).count();
		long given = this.pending.entrySet().stream().filter((pending) -> {
			Pending to = pending.getValue();
			return counted.test(pending.getKey().election()) && to.from == from && to.to.equals(bidder)
					&& to.at > after;
		}).count();
		return (int) (led - given);
	}

	/**
	 * Checks that a bidder that dies now does not prevent leadership, if there is no
	 * other fault.
	 */
	private void watchVacancy(ElectionKey key, DistributionInstance from) {
		if (this.scenario.losses > 0 || this.scenario.lateness > 0 || from.isDisturbed()) {
			return;
		}
		long concededAt = this.simulation.now();
		this.simulation.after(this.scenario.vacancyBound(),
				() -> check(from.disturbedAt > concededAt || this.grantedAt.getOrDefault(key, -1L) > concededAt,
						Invariant.D6_SHORT_VACANCY, "nobody leads " + key + " after a handover"));
	}

	// The end

	void healed() {
		this.healedAt = this.simulation.now();
		look();
	}

	private void look() {
		long now = this.simulation.now();
		List<Integer> leaders = leaders();
		if (!this.settled && !leaders.contains(-1)) {
			this.settled = true;
			this.allowed = allowed(leaders);
			countMoves((election) -> List.of());
		}
		if (!isAsPreferred(leaders)) {
			this.evenAt = -1;
			check(now - this.healedAt < this.scenario.evenBound(), Invariant.D1_LED_AS_PREFERRED,
					"not as preferred after " + (now - this.healedAt) / 1_000_000 + " ms: " + evenness(leaders));
		}
		else if (this.evenAt < 0) {
			this.evenAt = now;
		}
		else if (now - this.evenAt > 10 * this.scenario.lease) {
			checkExchanges();
			this.simulation.finish();
		}
		this.simulation.after(LOOK, this::look);
	}

	/** Counts moves from now on, from the given leaders. */
	private void countMoves(IntFunction<List<Integer>> from) {
		for (int i = 0; i < this.groups.size(); i++) {
			this.moves.put(DistributionSimulation.key(this.scenario.names.get(i)), new ArrayList<>(from.apply(i)));
		}
	}

	// A rolling restart

	/** Called before the first instance is stopped. */
	void restart() {
		List<Integer> leaders = leaders();
		countMoves((election) -> List.of(leaders.get(election)));
	}

	/** Called when all instances have been restarted. */
	void restarted() {
		this.moves.forEach((key, leaders) -> {
			long moved = IntStream.range(1, leaders.size())
				.filter((i) -> !leaders.get(i).equals(leaders.get(i - 1)))
				.count();
			check(moved <= this.scenario.instances, Invariant.D7_RESTART_MOVES_FEW,
					key + " moved " + moved + " times: " + leaders);
		});
		List<Integer> leaders = leaders();
		check(isAsPreferred(leaders), Invariant.D1_LED_AS_PREFERRED, "not as preferred: " + evenness(leaders));
	}

	/** Returns the index of the leader of each election, or -1. */
	private List<Integer> leaders() {
		return IntStream.range(0, this.groups.size())
			.mapToObj((election) -> this.simulation.instances.stream()
				.filter((instance) -> instance.seats.get(election).leads())
				.map((instance) -> instance.index)
				.findFirst()
				.orElse(-1))
			.toList();
	}

	/**
	 * Counts which instance leads how many elections, by the indexes of the instances.
	 */
	private Evenness evenness(List<Integer> leaders) {
		Evenness evenness = new Evenness(
				IntStream.range(0, this.scenario.instances).mapToObj(Integer::toString).toList());
		for (int i = 0; i < leaders.size(); i++) {
			if (leaders.get(i) >= 0) {
				evenness.add(leaders.get(i).toString(), this.groups.get(i), 1);
			}
		}
		return evenness;
	}

	private boolean isAsPreferred(List<Integer> leaders) {
		if (leaders.contains(-1)) {
			return false;
		}
		if (this.scenario.maxLed < leaders.size() && this.scenario.priorities) {
			// Above its limit it hands over to any bidder, even to a less preferred one
			return true;
		}
		Evenness evenness = evenness(leaders);
		for (DistributionInstance other : this.simulation.instances) {
			boolean takes = other.index > 0 || evenness.led("0") < this.scenario.maxLed;
			if (takes && IntStream.range(0, leaders.size())
				.anyMatch((election) -> isPreferred(other, election, leaders.get(election), evenness))) {
				return false;
			}
		}
		return true;
	}

	private boolean isPreferred(DistributionInstance other, int election, int leader, Evenness evenness) {
		int more = other.priority(election) - this.simulation.instances.get(leader).priority(election);
		return more > 0 || (this.scenario.spread && more == 0 && evenness.isUneven(this.groups.get(election),
				Integer.toString(leader), Integer.toString(other.index)));
	}

	/**
	 * Returns the number of handovers that are allowed: those for which there is a
	 * reason, and a few by mistake.
	 */
	private int allowed(List<Integer> leaders) {
		Evenness evenness = evenness(leaders);
		Set<String> groups = Set.copyOf(this.groups);
		int above = groups.stream().mapToInt(evenness::above).sum();
		// Even groups may be uneven together: one of each group is then exchanged
		above += (groups.size() - 1) * this.scenario.instances;
		int slack = this.scenario.instances;
		int each = this.scenario.priorities ? 3 * leaders.size() : 0;
		int cap = (this.scenario.maxLed < leaders.size()) ? 2 * leaders.size() : 0;
		// Bidders come one after the other, and each gets elections from all before it
		return above + above / 2 + slack + each + cap;
	}

	/** Checks that no election returns to a former leader for an even spread. */
	private void checkExchanges() {
		if (this.scenario.priorities || this.scenario.maxLed < this.groups.size()) {
			return;
		}
		this.moves.forEach((key, moved) -> {
			Set<Integer> leaders = new HashSet<>(moved);
			check(moved.size() <= leaders.size() + 1, Invariant.D2_FEW_HANDOVERS, key + " went to and fro: " + moved);
		});
	}

}
