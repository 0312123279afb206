/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryFormatException;
import io.leaderelection.history.WorkKind;
import org.jspecify.annotations.Nullable;

/**
 * All lines that the processes recorded about one election.
 */
final class ElectionHistory {

	final String election;

	/** Lines of each process, in the order of its file. */
	final Map<String, List<Entry>> processes = new LinkedHashMap<>();

	final List<Term> terms = new ArrayList<>();

	private final Map<String, Term> byOwner = new HashMap<>();

	/**
	 * Terms in which a process believed that it leads, ordered by when that was certain.
	 */
	final List<Term> believed;

	final List<Work> works = new ArrayList<>();

	final List<Entry> writes = new ArrayList<>();

	/** Answers that this process does not lead. */
	final Map<String, List<Entry>> idles = new LinkedHashMap<>();

	/** Answers that this process leads, in a term that could not be identified. */
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
		this.terms.forEach((term) -> this.byOwner.put(term.process + "/" + term.token, term));
		this.believed = this.terms.stream()
			.filter(Term::isBelieved)
			.sorted(Comparator.comparingLong(Term::firstAfter))
			.toList();
	}

	private List<Term> terms(String process, List<Entry> entries) {
		Map<Long, Term> terms = new LinkedHashMap<>();
		Map<Long, Entry> begun = new LinkedHashMap<>();
		Map<Long, Long> lastSigns = new HashMap<>();
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
				case LEADING, LED -> term.beliefs.add(Belief.of(entry));
				case DEADLINE -> term.deadlines.add(entry);
				// The first one counts; the check of the order of events finds a second
				// one
				case GRANTED -> term.granted = (term.granted != null) ? term.granted : entry;
				case REVOKED -> term.revoked = (term.revoked != null) ? term.revoked : entry;
				case RELEASED -> term.released = (term.released != null) ? term.released : entry;
				case WORK_BEGIN -> begin(begun, entry);
				case WORK_END -> end(term, begun.remove(entry.event().number("n")), entry);
				case WRITE -> {
					this.writes.add(entry);
					if (entry.event().find("of") != null) {
						lastSigns.put(entry.event().number("of"), entry.event().after());
					}
				}
				default -> {
				}
			}
		}
		for (Entry begin : begun.values()) {
			long lastSign = lastSigns.getOrDefault(begin.event().number("n"), begin.event().after());
			add(terms.get(begin.event().requireToken()), work(process, begin, null, lastSign));
		}
		terms.values().forEach(Term::sort);
		return List.copyOf(terms.values());
	}

	/**
	 * Whether a process sampled {@code isLeader()} of this election all the time, also
	 * while it did not lead.
	 */
	boolean isSampled() {
		return this.processes.values()
			.stream()
			.flatMap(List::stream)
			.anyMatch((entry) -> entry.event().kind() == EventKind.LEADING || entry.event().kind() == EventKind.IDLE);
	}

	/**
	 * Returns the term of a process with this token, or {@code null} if it recorded none.
	 */
	@Nullable Term find(String process, long token) {
		return this.byOwner.get(process + "/" + token);
	}

	/** Whether a process was granted this token, or acted as if it had been. */
	boolean leads(String process, long token) {
		Term term = find(process, token);
		return term != null && term.isOwned();
	}

	/** Whether a process recorded that it has work to do while it leads. */
	boolean hasWork(String process) {
		return entries(process).stream()
			.anyMatch((entry) -> entry.event().kind() == EventKind.BOOT && "true".equals(entry.event().find("works")));
	}

	/** Whether a process recorded its end. */
	boolean isClosed(String process) {
		return entries(process).stream().anyMatch((entry) -> entry.event().kind() == EventKind.CLOSED);
	}

	/** Returns the last stamp that a process recorded. */
	long lastStamp(String process) {
		return entries(process).stream().mapToLong((entry) -> entry.event().after()).max().orElse(0);
	}

	/**
	 * Whether the store reported in this time that another transaction has locked the
	 * record.
	 */
	boolean isLocked(Interval window) {
		return this.processes.values()
			.stream()
			.flatMap(List::stream)
			.anyMatch((entry) -> entry.event().kind() == EventKind.LOCKED && window.contains(entry.event().before()));
	}

	private List<Entry> entries(String process) {
		return this.processes.getOrDefault(process, List.of());
	}

	private static void begin(Map<Long, Entry> begun, Entry begin) {
		if (begun.put(begin.event().number("n"), begin) != null) {
			throw new HistoryFormatException(begin.place() + ": work starts twice");
		}
	}

	private void end(Term term, @Nullable Entry begin, Entry end) {
		if (begin == null) {
			throw new HistoryFormatException(end.place() + ": work ends that never started");
		}
		add(term, work(term.process, begin, end, end.event().before()));
	}

	private static Work work(String process, Entry begin, @Nullable Entry end, long lastSign) {
		return new Work(process, begin.event().requireToken(), begin.event().number("n"),
				WorkKind.of(begin.event().text("work")), begin, end, lastSign);
	}

	private void add(@Nullable Term term, Work work) {
		if (term != null) {
			term.works.add(work);
		}
		this.works.add(work);
	}

}
