/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;

/**
 * A term of a spread election, as seen in the answers of {@code isLeader()} in its
 * process.
 *
 * @param election the name of the election
 * @param process the leader
 * @param token the fencing token
 * @param firstAfter the stamp by which it was certainly believed
 * @param lastBefore the stamp of the last question that was answered with yes
 * @param place where the history records it
 */
record SpreadTerm(String election, String process, long token, long firstAfter, long lastBefore, String place) {

	/** Returns the terms, ordered by their start. */
	static List<SpreadTerm> of(List<History> processes) {
		Map<String, SpreadTerm> terms = new HashMap<>();
		for (History history : processes) {
			for (Entry entry : history.entries()) {
				if (entry.event().kind() == EventKind.LED) {
					SpreadTerm term = of(history.process(), entry);
					terms.merge(term.election + " " + term.process + " " + term.token, term, SpreadTerm::and);
				}
			}
		}
		List<SpreadTerm> sorted = new ArrayList<>(terms.values());
		sorted.sort(Comparator.comparingLong(SpreadTerm::firstAfter));
		return List.copyOf(sorted);
	}

	private static SpreadTerm of(String process, Entry entry) {
		return new SpreadTerm(entry.event().election(), process, entry.event().requireToken(),
				entry.event().number("firstAfter"), entry.event().number("lastBefore"), entry.place());
	}

	private SpreadTerm and(SpreadTerm other) {
		return new SpreadTerm(this.election, this.process, this.token, Math.min(this.firstAfter, other.firstAfter),
				Math.max(this.lastBefore, other.lastBefore), this.place);
	}

	String instance() {
		return History.instance(this.process);
	}

	@Override
	public String toString() {
		return this.election + " of " + this.process + " with token " + this.token + " (" + this.place + ")";
	}

}
