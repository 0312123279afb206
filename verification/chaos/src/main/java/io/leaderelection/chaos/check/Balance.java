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

import io.leaderelection.chaos.probe.SpreadElections;
import io.leaderelection.history.Evenness;
import io.leaderelection.history.History.Entry;

/**
 * How elections are distributed over the instances at any time. They are balanced if each
 * election has a leader, the single elections and the partitions are led evenly, and the
 * preferred instance leads the election in which it has the highest priority.
 */
final class Balance {

	private final Entry spread;

	private final List<Term> terms = new ArrayList<>();

	private final List<Change> changes = new ArrayList<>();

	private int elections;

	Balance(Entry spread, List<ElectionHistory> elections) {
		this.spread = spread;
		for (ElectionHistory election : elections) {
			String group = SpreadElections.group(election.election);
			if (group != null && !election.believed.isEmpty()) {
				this.elections++;
				this.terms.addAll(election.believed);
				for (Term term : election.believed) {
					this.changes.add(new Change(term.firstAfter(), group, term.instance(), 1));
					this.changes.add(new Change(term.lastBefore(), group, term.instance(), -1));
				}
			}
		}
		this.changes.sort(Comparator.comparingLong(Change::at));
	}

	long from() {
		return this.spread.event().after();
	}

	/** Returns how many elections were ever led. */
	int elections() {
		return this.elections;
	}

	List<Term> terms() {
		return this.terms;
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
			since = state.isAsPreferred() ? Math.min(since, Math.max(window.from(), change.at)) : Long.MAX_VALUE;
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
	 * @param group the group in which the election is spread
	 * @param instance the instance
	 * @param number 1 or -1
	 */
	private record Change(long at, String group, String instance, int number) {
	}

	private final class State {

		private final Evenness evenness = new Evenness(
				List.of(Balance.this.spread.event().text("instances").split(",")));

		private final Map<String, Integer> leadsPreferred = new LinkedHashMap<>();

		void take(Change change) {
			if (change.group.equals(SpreadElections.PREFERRED)) {
				this.leadsPreferred.merge(change.instance, change.number, Integer::sum);
			}
			else {
				this.evenness.add(change.instance, change.group, change.number);
			}
		}

		boolean isAsPreferred() {
			return this.evenness.all() == Balance.this.spread.event().number("elections") && this.evenness.isEven()
					&& this.leadsPreferred.getOrDefault(Balance.this.spread.event().text("preferred"), 0) == 1;
		}

		@Override
		public String toString() {
			return this.evenness + ", the preferred election is led by "
					+ this.leadsPreferred.entrySet()
						.stream()
						.filter((entry) -> entry.getValue() > 0)
						.map(Map.Entry::getKey)
						.toList();
		}

	}

}
