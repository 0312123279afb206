/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.History.Entry;

/**
 * How elections are distributed over the instances at any time. They are balanced if each
 * election has a leader, no instance leads two more than another, and the preferred
 * instance leads the election in which it has the highest priority.
 */
final class Balance {

	private static final String PREFERRED = "preferred";

	private final long from;

	private final long elections;

	private final List<String> instances;

	private final String preferred;

	private final List<Change> changes = new ArrayList<>();

	Balance(Entry spread, List<SpreadTerm> terms) {
		this.from = spread.event().after();
		this.elections = spread.event().number("elections");
		this.instances = List.of(spread.event().text("instances").split(","));
		this.preferred = spread.event().text("preferred");
		for (SpreadTerm term : terms) {
			this.changes.add(new Change(term.firstAfter(), term, 1));
			this.changes.add(new Change(term.lastBefore(), term, -1));
		}
		this.changes.sort(Comparator.comparingLong(Change::at));
	}

	long from() {
		return this.from;
	}

	/**
	 * Returns the moment from which the elections stay balanced.
	 * @param window a time without faults
	 * @return the first moment from which they stay balanced until the end of the window,
	 * or {@link Long#MAX_VALUE}
	 */
	long regainedAt(Interval window) {
		State state = new State();
		long since = Long.MAX_VALUE;
		for (Change change : this.changes) {
			if (change.at > window.to()) {
				break;
			}
			state.take(change);
			since = state.isEven() ? Math.min(since, Math.max(window.from(), change.at)) : Long.MAX_VALUE;
		}
		return since;
	}

	/** Returns how many elections each instance leads at a stamp. */
	String describe(long at) {
		State state = new State();
		this.changes.stream().filter((change) -> change.at <= at).forEach(state::take);
		return state.toString();
	}

	/**
	 * An instance starts or stops leading one election.
	 *
	 * @param at the stamp
	 * @param term the term
	 * @param number 1 or -1
	 */
	private record Change(long at, SpreadTerm term, int number) {
	}

	private final class State {

		private final Map<String, Integer> led = new LinkedHashMap<>();

		private final Map<String, Integer> leadsPreferred = new LinkedHashMap<>();

		State() {
			Balance.this.instances.forEach((instance) -> this.led.put(instance, 0));
		}

		void take(Change change) {
			boolean preferred = change.term.election().equals(PREFERRED);
			(preferred ? this.leadsPreferred : this.led).merge(change.term.instance(), change.number, Integer::sum);
		}

		boolean isEven() {
			int most = this.led.values().stream().mapToInt(Integer::intValue).max().orElse(0);
			int fewest = this.led.values().stream().mapToInt(Integer::intValue).min().orElse(0);
			long all = this.led.values().stream().mapToInt(Integer::intValue).sum();
			return all == Balance.this.elections && most - fewest <= 1
					&& this.leadsPreferred.getOrDefault(Balance.this.preferred, 0) == 1;
		}

		@Override
		public String toString() {
			return this.led + ", the preferred election is led by "
					+ this.leadsPreferred.entrySet()
						.stream()
						.filter((entry) -> entry.getValue() > 0)
						.map(Map.Entry::getKey)
						.toList();
		}

	}

}
