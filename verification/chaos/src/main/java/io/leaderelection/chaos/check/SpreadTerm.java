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
 * A term of an election that is spread, by the answers that its process was given.
 *
 * @param election the name of the election
 * @param process who led
 * @param token the fencing token
 * @param firstAfter by then it was certainly believed
 * @param lastBefore not before then a caller was last told that it leads
 * @param place where the history tells of it
 */
record SpreadTerm(String election, String process, long token, long firstAfter, long lastBefore, String place) {

	/** In the order of their begin. */
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
