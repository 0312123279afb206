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

import org.jspecify.annotations.Nullable;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryFormatException;

/**
 * What all processes tell of one election.
 */
final class ElectionHistory {

	final String election;

	/** Lines of each process, in the order of its file. */
	final Map<String, List<Entry>> processes = new LinkedHashMap<>();

	/** All terms, in no order. */
	final List<Term> terms = new ArrayList<>();

	/** Terms in which somebody believed, in the order in which that was certain. */
	final List<Term> believed;

	final List<Work> works = new ArrayList<>();

	final List<Entry> writes = new ArrayList<>();

	/** Answers that nobody leads. */
	final Map<String, List<Entry>> idles = new LinkedHashMap<>();

	/** Answers that somebody leads, in a term that could not be told. */
	final List<Entry> withoutToken = new ArrayList<>();

	ElectionHistory(String election, List<History> histories) {
		this.election = election;
		for (History history : histories) {
			List<Entry> entries = history.entries()
				.stream()
				.filter((entry) -> entry.event().election().equals(election)
						|| entry.event().election().equals(HistoryEvent.NONE))
				.toList();
			this.processes.put(history.process(), entries);
			this.terms.addAll(terms(history.process(), entries));
		}
		this.believed = this.terms.stream()
			.filter(Term::isBelieved)
			.sorted(Comparator.comparingLong(Term::firstAfter))
			.toList();
	}

	private List<Term> terms(String process, List<Entry> entries) {
		Map<Long, Term> terms = new LinkedHashMap<>();
		Map<Long, Entry> begun = new LinkedHashMap<>();
		List<Entry> idle = this.idles.computeIfAbsent(process, (name) -> new ArrayList<>());
		for (Entry entry : entries) {
			EventKind kind = entry.event().kind();
			if (kind == EventKind.IDLE) {
				idle.add(entry);
				continue;
			}
			if (entry.event().token() == null) {
				if (kind == EventKind.LEADING) {
					this.withoutToken.add(entry);
				}
				continue;
			}
			Term term = terms.computeIfAbsent(entry.event().requireToken(), (token) -> new Term(process, token));
			switch (kind) {
				case LEADING -> term.beliefs.add(Belief.of(entry));
				case DEADLINE -> term.deadlines.add(entry);
				// The first counts; a second one is found by the order of events
				case GRANTED -> term.granted = (term.granted != null) ? term.granted : entry;
				case REVOKED -> term.revoked = (term.revoked != null) ? term.revoked : entry;
				case RELEASED -> term.released = (term.released != null) ? term.released : entry;
				case WORK_BEGIN -> begun.put(entry.event().number("n"), entry);
				case WORK_END -> end(term, begun.remove(entry.event().number("n")), entry);
				case WRITE -> this.writes.add(entry);
				default -> {
				}
			}
		}
		for (Entry begin : begun.values()) {
			add(terms.get(begin.event().requireToken()),
					new Work(process, begin.event().requireToken(), begin.event().number("n"), begin, null));
		}
		terms.values().forEach(Term::sort);
		return List.copyOf(terms.values());
	}

	private void end(Term term, @Nullable Entry begin, Entry end) {
		if (begin == null) {
			throw new HistoryFormatException(end.place() + ": work ends that did not begin");
		}
		add(term, new Work(term.process, begin.event().requireToken(), begin.event().number("n"), begin, end));
	}

	private void add(@Nullable Term term, Work work) {
		if (term != null) {
			term.works.add(work);
		}
		this.works.add(work);
	}

}
