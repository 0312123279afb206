/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who led what, from the samples of all instances. For any thread.
 */
final class SpreadHistory {

	private final Map<String, SampledTerm> open = new HashMap<>();

	private final List<SampledTerm> ended = new ArrayList<>();

	private final Map<String, Integer> causes = new TreeMap<>();

	synchronized void begins(int instance, String election, long token, long from) {
		this.open.put(key(instance, election), new SampledTerm(instance, election, token, from, SampledTerm.OPEN));
	}

	synchronized void ends(int instance, String election, long until) {
		SampledTerm term = this.open.remove(key(instance, election));
		if (term != null) {
			this.ended.add(term.endedAt(until));
		}
	}

	/** The process of an instance is gone since. */
	synchronized void gone(int instance, long since) {
		this.open.values().removeIf((term) -> {
			boolean of = term.instance() == instance;
			if (of) {
				this.ended.add(term.endedAt(since));
			}
			return of;
		});
	}

	private static String key(int instance, String election) {
		return instance + " " + election;
	}

	synchronized void revoked(String cause) {
		this.causes.merge(cause, 1, Integer::sum);
	}

	/** Why terms ended, and how many for each cause. */
	synchronized Map<String, Integer> causes() {
		return new TreeMap<>(this.causes);
	}

	/** All terms in the order in which they began. */
	synchronized List<SampledTerm> terms() {
		List<SampledTerm> terms = new ArrayList<>(this.ended);
		terms.addAll(this.open.values());
		terms.sort(Comparator.comparingLong(SampledTerm::from));
		return terms;
	}

	/** How many elections an instance leads. */
	synchronized int led(int instance) {
		return (int) this.open.values().stream().filter((term) -> term.instance() == instance).count();
	}

	/**
	 * How many terms began in a stretch of time.
	 * @param from its begin
	 * @param until its end
	 * @return the number, over all elections
	 */
	int begun(long from, long until) {
		return (int) terms().stream().filter((term) -> term.from() >= from && term.from() < until).count();
	}

	/**
	 * Since when the elections are led evenly.
	 * @param instances who leads them
	 * @param elections how many elections there are
	 * @param tolerance how far an instance may be from the mean
	 * @return the moment from which on it has been so, or {@link Long#MAX_VALUE} if it is
	 * not so
	 */
	long evenSince(Collection<Integer> instances, int elections, double tolerance) {
		double mean = (double) elections / instances.size();
		Map<Integer, Integer> counts = new HashMap<>();
		instances.forEach((instance) -> counts.put(instance, 0));
		long since = SampledTerm.OPEN;
		for (SpreadChange change : changes()) {
			counts.computeIfPresent(change.instance(), (number, count) -> count + change.number());
			boolean even = counts.values().stream().allMatch((count) -> Math.abs(count - mean) <= tolerance);
			since = even ? Math.min(since, change.at()) : SampledTerm.OPEN;
		}
		return since;
	}

	/** Every begin and end of a term in order. */
	List<SpreadChange> changes() {
		List<SpreadChange> changes = new ArrayList<>();
		for (SampledTerm term : terms()) {
			changes.add(new SpreadChange(term.from(), term.instance(), 1));
			if (!term.isOpen()) {
				changes.add(new SpreadChange(term.until(), term.instance(), -1));
			}
		}
		changes.sort(Comparator.comparingLong(SpreadChange::at));
		return changes;
	}

	/** Pairs of terms of one election that overlapped for certain. */
	int overlaps() {
		Map<String, List<SampledTerm>> byElection = new HashMap<>();
		terms().forEach((term) -> byElection.computeIfAbsent(term.election(), (name) -> new ArrayList<>()).add(term));
		int overlaps = 0;
		for (List<SampledTerm> terms : byElection.values()) {
			for (int i = 0; i < terms.size(); i++) {
				for (int j = i + 1; j < terms.size(); j++) {
					overlaps += (terms.get(j).from() < terms.get(i).until()) ? 1 : 0;
				}
			}
		}
		return overlaps;
	}

	/**
	 * An instance leads one more or one fewer.
	 *
	 * @param at when
	 * @param instance the number of the instance
	 * @param number 1 or -1
	 */
	record SpreadChange(long at, int instance, int number) {
	}

}
