/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The terms of all elections, from the samples of all instances. Stamps are nanoseconds
 * of the monotonic clock, which all processes of a machine share. Thread-safe.
 */
final class History {

	/** The end of a term that has not ended. */
	static final long OPEN = Long.MAX_VALUE;

	private final Map<String, Term> open = new HashMap<>();

	private final List<Term> ended = new ArrayList<>();

	synchronized void begins(int instance, String election, long from) {
		this.open.put(key(instance, election), new Term(instance, election, from, OPEN));
		notifyAll();
	}

	synchronized void ends(int instance, String election, long until) {
		Term term = this.open.remove(key(instance, election));
		if (term != null) {
			this.ended.add(term.endedAt(until));
		}
		notifyAll();
	}

	/** Records the time at which the process of an instance ended. */
	synchronized void gone(int instance, long since) {
		List<Term> last = this.open.values().stream().filter((term) -> term.instance() == instance).toList();
		last.forEach((term) -> ends(instance, term.election(), since));
	}

	private static String key(int instance, String election) {
		return instance + " " + election;
	}

	/** Returns all terms, ordered by their start. */
	synchronized List<Term> terms() {
		List<Term> terms = new ArrayList<>(this.ended);
		terms.addAll(this.open.values());
		terms.sort(Comparator.comparingLong(Term::from));
		return terms;
	}

	/** Returns how many elections are led. */
	synchronized int led() {
		return this.open.size();
	}

	/** Returns how many elections an instance leads. */
	synchronized int led(int instance) {
		return (int) this.open.values().stream().filter((term) -> term.instance() == instance).count();
	}

	/**
	 * Waits for a term.
	 * @param wanted what is wanted of it
	 * @param patience the longest time to wait
	 * @return the first such term, or {@code null} if there is none
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	synchronized @Nullable Term await(Predicate<Term> wanted, Duration patience) throws InterruptedException {
		long end = System.nanoTime() + patience.toNanos();
		Term term = first(wanted);
		for (long left = patience.toMillis(); term == null && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
			wait(left);
			term = first(wanted);
		}
		return term;
	}

	private @Nullable Term first(Predicate<Term> wanted) {
		return terms().stream().filter(wanted).findFirst().orElse(null);
	}

	/**
	 * Returns when the leadership of an instance ended that began before an instant.
	 * @param instance the number of the instance
	 * @param instant the instant
	 * @return the last moment at which it certainly led, at most now
	 */
	long ledUntil(int instance, long instant) {
		return terms().stream()
			.filter((term) -> term.instance() == instance && term.from() < instant)
			.mapToLong(Term::until)
			.max()
			.stream()
			.map((until) -> Math.min(until, System.nanoTime()))
			.findFirst()
			.orElse(instant);
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
	 * @return the moment, or {@link #OPEN} if they are not balanced
	 */
	long evenSince(Collection<Integer> instances, int elections, double tolerance) {
		double mean = (double) elections / instances.size();
		Map<Integer, Integer> counts = new HashMap<>();
		instances.forEach((instance) -> counts.put(instance, 0));
		long since = OPEN;
		for (Change change : changes()) {
			counts.computeIfPresent(change.instance(), (number, count) -> count + change.number());
			boolean even = counts.values().stream().allMatch((count) -> Math.abs(count - mean) <= tolerance);
			since = even ? Math.min(since, change.at()) : OPEN;
		}
		return since;
	}

	/** Returns each start and end of a term, in order. */
	List<Change> changes() {
		List<Change> changes = new ArrayList<>();
		for (Term term : terms()) {
			changes.add(new Change(term.from(), term.instance(), 1));
			if (term.until() != OPEN) {
				changes.add(new Change(term.until(), term.instance(), -1));
			}
		}
		changes.sort(Comparator.comparingLong(Change::at));
		return changes;
	}

	/** Counts the pairs of terms of one election that certainly overlapped. */
	int overlaps() {
		Map<String, List<Term>> byElection = new HashMap<>();
		terms().forEach((term) -> byElection.computeIfAbsent(term.election(), (name) -> new ArrayList<>()).add(term));
		int overlaps = 0;
		for (List<Term> terms : byElection.values()) {
			for (int i = 0; i < terms.size(); i++) {
				for (int j = i + 1; j < terms.size(); j++) {
					overlaps += (terms.get(j).from() < terms.get(i).until()) ? 1 : 0;
				}
			}
		}
		return overlaps;
	}

	/**
	 * A term as the leader observed it.
	 *
	 * @param instance the number of the leading instance
	 * @param election the name of the election
	 * @param from the first moment at which it certainly led
	 * @param until the last moment at which it certainly led, or {@link #OPEN}
	 */
	record Term(int instance, String election, long from, long until) {

		private Term endedAt(long stamp) {
			return new Term(this.instance, this.election, this.from, Math.min(this.until, stamp));
		}

	}

	/**
	 * An instance starts or stops leading one election.
	 *
	 * @param at the stamp
	 * @param instance the number of the instance
	 * @param number 1 or -1
	 */
	record Change(long at, int instance, int number) {
	}

}
