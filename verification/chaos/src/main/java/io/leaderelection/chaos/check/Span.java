/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import io.leaderelection.history.History.Entry;

/**
 * A time in which a process led, as far as the histories show: between two answers of one
 * term it counts as leading unless an answer says otherwise.
 *
 * @param term the term
 * @param window from the first answer to the last question
 */
record Span(Term term, Interval window) {

	/** Returns the spans, ordered by their start. */
	static List<Span> of(ElectionHistory election) {
		List<Span> spans = new ArrayList<>();
		for (Term term : election.believed) {
			NavigableMap<Long, Entry> idles = new TreeMap<>();
			election.idles.getOrDefault(term.process, List.of())
				.forEach((idle) -> idles.put(idle.event().before(), idle));
			addTo(spans, term, idles);
		}
		spans.sort(Comparator.comparingLong((span) -> span.window.from()));
		return List.copyOf(spans);
	}

	private static void addTo(List<Span> spans, Term term, NavigableMap<Long, Entry> idles) {
		Interval open = null;
		for (Belief belief : term.beliefs) {
			Interval next = new Interval(belief.firstAfter(), Math.max(belief.firstAfter(), belief.lastBefore()));
			if (open != null && idleBetween(idles, open.to(), next.from())) {
				spans.add(new Span(term, open));
				open = null;
			}
			open = (open != null) ? new Interval(open.from(), Math.max(open.to(), next.to())) : next;
		}
		if (open != null) {
			spans.add(new Span(term, open));
		}
	}

	private static boolean idleBetween(NavigableMap<Long, Entry> idles, long from, long to) {
		Map.Entry<Long, Entry> idle = idles.ceilingEntry(from);
		return idle != null && idle.getValue().event().after() <= to;
	}

}
