/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.List;

/**
 * The kinds of lines in a history. Both stamps of a line are of the monotonic clock, in
 * nanoseconds. The event lies between them unless stated otherwise. The constructors name
 * what a line must contain.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of functions without state
public enum EventKind {

	/**
	 * A process started. Details {@code pid} and {@code works} ({@code true} if it has
	 * work to do while it leads; missing in older runs).
	 */
	BOOT,

	/**
	 * Consecutive answers {@code true} of {@code isLeader()}, of one token. Before: stamp
	 * before the first question. After: stamp after the last answer. Details
	 * {@code firstAfter} (stamp after the first answer), {@code lastBefore} (stamp before
	 * the last question) and {@code count}. The token is that of the term before each
	 * question and after each answer; an answer between two terms does not count. Without
	 * a token if there was no term.
	 */
	LEADING(HistoryEvent::requireSamples),

	/** The same for answers {@code false}, without a token. */
	IDLE(HistoryEvent::requireSamples),

	/**
	 * Answers {@code true} of {@code isLeader()} of one token, of an election that is
	 * spread or for which instances have a priority. Stamps and details as of
	 * {@link #LEADING}. Sampled and written less often; a pause between two questions
	 * does not end the line.
	 */
	LED(HistoryEvent::requireToken, HistoryEvent::requireSamples),

	/** A listener was notified of a term. */
	GRANTED(HistoryEvent::requireToken),

	/** A listener was notified of the end of a term. Detail {@code cause}. */
	REVOKED(HistoryEvent::requireToken),

	/**
	 * A process found that its term lasts until a stamp unless it is renewed. Detail
	 * {@code
	 * deadline}, a stamp.
	 */
	DEADLINE(HistoryEvent::requireToken, number("deadline")),

	/**
	 * Guarded work started. Before: if detail {@code work} is {@code call}, the stamp
	 * before the guard was called; if it is {@code task}, a stamp shortly before the
	 * other one. After: first stamp in the work. Detail {@code n} numbers the work of a
	 * process from one on. If {@code work} is {@code tick}, both stamps are in the work,
	 * and details {@code job} (a {@link TickJob}) and {@code tick} (in milliseconds since
	 * 1970) identify the tick.
	 */
	WORK_BEGIN(HistoryEvent::requireToken, number("n"), (event) -> {
		if (WorkKind.of(event.text("work")) == WorkKind.TICK) {
			TickJob.of(event.text("job"));
			event.number("tick");
		}
	}),

	/**
	 * Guarded work ended. Before: last stamp in the work. Details {@code n} and
	 * {@code outcome}.
	 */
	WORK_END(HistoryEvent::requireToken, number("n"), text("outcome")),

	/**
	 * The ledger answered a write. Details {@code n}, which numbers the writes of a
	 * process, {@code of} (the number of the work that wrote; missing in older runs),
	 * {@code accepted} and, if it is {@code true}, {@code sequence} (the number of the
	 * ledger's entry).
	 */
	WRITE(HistoryEvent::requireToken, number("n"), (event) -> {
		if (event.flag("accepted")) {
			event.number("sequence");
		}
	}),

	/** The lease was released, at the latest by the second stamp. */
	RELEASED(HistoryEvent::requireToken),

	/**
	 * A process released everything and ends. Detail {@code errors}, the number of lines
	 * that the library logged as errors.
	 */
	CLOSED,

	/** The sampling thread did not run for a while. Detail {@code gapMillis}. */
	STALL(number("gapMillis")),

	/**
	 * Between the two stamps the heap of the process was full, or it could not start
	 * threads. Details {@code what} ({@code heap} or {@code threads}) and {@code refused}
	 * (number of failed attempts of the thread that filled the heap).
	 */
	EXHAUSTED(text("what")),

	/**
	 * The store answered for an election. Detail {@code state}: {@code led}, {@code
	 * followed} (another leader is known) or {@code undecided}. Written when a poll of
	 * the status finds a new time of the last answer or a new state.
	 */
	ANSWERED(text("state")),

	/**
	 * The store reported that another transaction has locked the record. Written when a
	 * poll of the status finds this error and the poll before did not.
	 */
	LOCKED,

	/**
	 * A call has learned that the work named like the election, which is to be done once
	 * for all instances, is done.
	 */
	DONE,

	/**
	 * From here on all instances run, and elections are spread over them. Details {@code
	 * elections} (their number, with the partitions), {@code instances} (their names,
	 * separated by commas), {@code preferred} (the instance with the highest priority for
	 * the election {@code preferred}) and {@code faults} (the kinds to come, separated by
	 * commas; missing in older runs).
	 */
	SPREAD(number("elections"), text("instances"), text("preferred")),

	/**
	 * A fault starts. Details {@code fault} (kind), {@code target} (an instance, or
	 * another target), {@code leader}, {@code id} (unique in a run) and {@code breaks}
	 * (whether the guarantees do not cover it).
	 */
	FAULT_BEGIN(text("fault"), text("target"), text("id"), flag("leader"), flag("breaks")),

	/** A fault is over. Same details. */
	FAULT_END(text("fault"), text("target"), text("id"), flag("leader"), flag("breaks")),

	/**
	 * The harness itself did not run from the first stamp to the second, or waited for
	 * the disk. Details {@code gapMillis} and {@code what} ({@code processor} or
	 * {@code disk}; missing in older runs).
	 */
	WATCHDOG,

	/**
	 * From here on no fault is injected. Detail {@code wall} is the time of day, in
	 * milliseconds since 1970 (missing in older runs).
	 */
	QUIET_BEGIN,

	/** The window without faults ends. */
	QUIET_END;

	private final List<Requirement> requirements;

	EventKind(Requirement... requirements) {
		this.requirements = List.of(requirements);
	}

	/** Throws an {@link IllegalArgumentException} if a required detail is missing. */
	void check(HistoryEvent event) {
		this.requirements.forEach((requirement) -> requirement.check(event));
	}

	private static Requirement text(String key) {
		return (event) -> event.text(key);
	}

	private static Requirement number(String key) {
		return (event) -> event.number(key);
	}

	private static Requirement flag(String key) {
		return (event) -> event.flag(key);
	}

	/** Throws an {@link IllegalArgumentException} if an event does not meet it. */
	@FunctionalInterface
	private interface Requirement {

		void check(HistoryEvent event);

	}

}
