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
 * The terms of all elections, from the samples of all instances. Thread-safe.
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

	/** Records the time at which the process of an instance ended. */
	synchronized void ended(int instance, long since) {
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

	/** Returns the causes of the ends of terms, with their numbers. */
	synchronized Map<String, Integer> causes() {
		return new TreeMap<>(this.causes);
	}

	/** Returns all terms, ordered by their start. */
	synchronized List<SampledTerm> terms() {
		List<SampledTerm> terms = new ArrayList<>(this.ended);
		terms.addAll(this.open.values());
		terms.sort(Comparator.comparingLong(SampledTerm::from));
		return terms;
	}

	/** Returns how many elections an instance leads. */
	synchronized int led(int instance) {
		return (int) this.open.values().stream().filter((term) -> term.instance() == instance).count();
	}

	/**
	 * Counts the terms that began within a window.
	 * @param from the start of the window
	 * @param until the end of the window
	 * @return the number, over all elections
	 */
	int begun(long from, long until) {
		return (int) terms().stream().filter((term) -> term.from() >= from && term.from() < until).count();
	}

	/**
	 * Returns since when the elections have been balanced.
	 * @param instances the leading instances
	 * @param elections the number of elections
	 * @param tolerance the largest difference of an instance from the mean
	 * @return the moment, or {@link Long#MAX_VALUE} if they are not balanced
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

	/** Returns each start and end of a term, in order. */
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

	/** Counts the pairs of terms of one election that certainly overlapped. */
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
	 * An instance starts or stops leading one election.
	 *
	 * @param at the stamp
	 * @param instance the number of the instance
	 * @param number 1 or -1
	 */
	record SpreadChange(long at, int instance, int number) {
	}

}
