/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.history;

/**
 * What a line of a history tells. Both stamps of a line are of the monotonic clock, in
 * nanoseconds; the act lies between them unless said otherwise.
 */
public enum EventKind {

	/**
	 * A process began. Details {@code pid} and {@code works} ({@code true} if it has work
	 * to do when it leads; not in runs of before).
	 */
	BOOT,

	/**
	 * Consecutive answers {@code true} of {@code isLeader()}, of one token. Before: stamp
	 * before the first question. After: stamp after the last answer. Details
	 * {@code firstAfter} (stamp after the first answer), {@code lastBefore} (stamp before
	 * the last question) and {@code count}. The token is that of the term before each
	 * question and after each answer; an answer between two terms does not count. Without
	 * a token if there was no term to ask.
	 */
	LEADING,

	/** The same for answers {@code false}, without a token. */
	IDLE,

	/**
	 * Answers {@code true} of {@code isLeader()} of one token, of an election that is
	 * spread or for which instances have a priority. Stamps and details as of
	 * {@link #LEADING}. Asked and written more seldom; a pause between two questions does
	 * not end the line.
	 */
	LED,

	/** A listener was told of a term. */
	GRANTED,

	/** A listener was told of the end of a term. Detail {@code cause}. */
	REVOKED,

	/**
	 * A process learnt that its term lasts until a stamp, unless renewed. Detail
	 * {@code deadline}, a stamp.
	 */
	DEADLINE,

	/**
	 * Guarded work began. Before: stamp before the guard was asked, if detail
	 * {@code work} is {@code call}; else ({@code task}) not much earlier than the other.
	 * After: first stamp in the work. Detail {@code n} numbers the work of a process from
	 * one on. If {@code work} is {@code tick}, both stamps are in the work, and details
	 * {@code job} (a {@link TickJob}) and {@code tick} (its moment, in milliseconds since
	 * 1970) say what it is for.
	 */
	WORK_BEGIN,

	/**
	 * Guarded work ended. Before: last stamp in the work. Details {@code n} and
	 * {@code outcome}.
	 */
	WORK_END,

	/**
	 * A write to the ledger was answered. Details {@code n}, which numbers the writes of
	 * a process, {@code of} (the number of the work that wrote; not in runs of before),
	 * {@code accepted} and, if it is {@code true}, {@code sequence} (the number of the
	 * ledger's entry).
	 */
	WRITE,

	/** The lease was given back. By the stamp after it certainly was. */
	RELEASED,

	/**
	 * A process let go of everything and ends. Detail {@code errors}, the number of lines
	 * that the library logged as errors.
	 */
	CLOSED,

	/** The sampling thread did not run for a while. Detail {@code gapMillis}. */
	STALL,

	/**
	 * Between the two stamps the heap of the process was full, or it could not start
	 * threads. Details {@code what} ({@code heap} or {@code threads}) and {@code refused}
	 * (number of failed attempts of the thread that filled the heap).
	 */
	EXHAUSTED,

	/**
	 * The store has answered for an election. Detail {@code state}: {@code led},
	 * {@code followed} (another leader is known) or {@code undecided}. Written when a
	 * look at the status finds a new time of the last answer or a new state.
	 */
	ANSWERED,

	/**
	 * From here on all instances run, and elections are spread over them. Details
	 * {@code elections} (how many), {@code instances} (their names, separated by commas)
	 * and {@code preferred} (who has the highest priority for the election
	 * {@code preferred}).
	 */
	SPREAD,

	/**
	 * A fault begins. Details {@code fault} (kind), {@code target} (an instance, or what
	 * else is hit), {@code leader}, {@code id} (unique in a run) and {@code breaks}
	 * (whether it leaves what is promised).
	 */
	FAULT_BEGIN,

	/** A fault is over. The same details. */
	FAULT_END,

	/**
	 * The harness itself did not run from the first stamp to the second, or waited for
	 * the disk. Details {@code gapMillis} and {@code what} ({@code processor} or
	 * {@code disk}; not in runs of before).
	 */
	WATCHDOG,

	/**
	 * From here on no fault is injected. Detail {@code wall} is the time of day, in
	 * milliseconds since 1970 (not in runs of before).
	 */
	QUIET_BEGIN,

	/** The window without faults ends. */
	QUIET_END

}
