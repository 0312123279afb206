/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import org.jspecify.annotations.Nullable;

/**
 * Combines consecutive equal samples into one event. Not thread-safe.
 */
final class SampleRuns {

	/** Anything may have happened between two answers that are further apart. */
	private static final long LARGEST_GAP = Duration.ofMillis(5).toNanos();

	/** A killed process loses at most this much. */
	private static final long LONGEST_LEADING = Duration.ofMillis(50).toNanos();

	private static final long LONGEST_IDLE = Duration.ofMillis(500).toNanos();

	/** Of an election that is sampled less often. */
	private static final long LONGEST_LED = Duration.ofMillis(500).toNanos();

	/** Long enough to delay a renewal or an interrupt. */
	private static final long STALL = Duration.ofMillis(50).toNanos();

	private final String election;

	/** Whether pauses, and answers that it does not lead, are recorded, too. */
	private final boolean all;

	private final Consumer<HistoryEvent> history;

	private boolean leading;

	private @Nullable Long token;

	private long firstBefore;

	private long firstAfter;

	private long lastBefore;

	private long lastAfter;

	private long count;

	private boolean sampled;

	SampleRuns(String election, boolean all, Consumer<HistoryEvent> history) {
		this.election = election;
		this.all = all;
		this.history = history;
	}

	/**
	 * Asks whether this instance leads, and adds the answer.
	 * @param election the election
	 * @return the answer
	 */
	boolean ask(LeaderElection election) {
		Long token = token(election);
		long before = System.nanoTime();
		boolean leads = election.isLeader();
		long after = System.nanoTime();
		if (leads) {
			leads(before, after, token, token(election));
		}
		else {
			follows(before, after);
		}
		return leads;
	}

	private static @Nullable Long token(LeaderElection election) {
		return election.leadership().map(Leadership::fencingToken).orElse(null);
	}

	/**
	 * Adds an answer {@code true}, provided that its term is known: the term that exists
	 * both before the question and after the answer. An answer between two terms does not
	 * count.
	 * @param before stamp before the question
	 * @param after stamp after the answer
	 * @param tokenBefore the token of the term before the question, if there was one
	 * @param tokenAfter the same after the answer
	 */
	void leads(long before, long after, @Nullable Long tokenBefore, @Nullable Long tokenAfter) {
		if (Objects.equals(tokenBefore, tokenAfter)) {
			add(before, after, true, tokenBefore);
		}
	}

	/**
	 * Adds an answer {@code false}.
	 * @param before stamp before the question
	 * @param after stamp after the answer
	 */
	void follows(long before, long after) {
		add(before, after, false, null);
	}

	private void add(long before, long after, boolean leads, @Nullable Long token) {
		long gap = (this.sampled) ? before - this.lastAfter : 0;
		if (leads != this.leading || !Objects.equals(token, this.token) || (leads && this.all && gap > LARGEST_GAP)) {
			close();
		}
		if (this.all && gap > STALL) {
			this.history.accept(HistoryEvent
				.of(EventKind.STALL, /* before= */this.lastAfter, /* after= */before)
				.with("gapMillis", Duration.ofNanos(gap).toMillis()));
		}
		this.sampled = true;
		if (this.count == 0) {
			this.leading = leads;
			this.token = token;
			this.firstBefore = before;
			this.firstAfter = after;
		}
		this.lastBefore = before;
		this.lastAfter = after;
		this.count++;
		if (after - this.firstBefore >= longest(leads)) {
			close();
		}
	}

	private long longest(boolean leads) {
		if (!this.all) {
			return LONGEST_LED;
		}
		return (leads) ? LONGEST_LEADING : LONGEST_IDLE;
	}

	/** Writes the pending samples. */
	void close() {
		if (this.count == 0 || (!this.all && this.token == null)) {
			this.count = 0;
			return;
		}
		EventKind leads = (this.all) ? EventKind.LEADING : EventKind.LED;
		HistoryEvent event = HistoryEvent.of((this.leading) ? leads : EventKind.IDLE, this.firstBefore, this.lastAfter)
			.in(this.election)
			.with("firstAfter", this.firstAfter)
			.with("lastBefore", this.lastBefore)
			.with("count", this.count);
		this.history.accept((this.token != null) ? event.withToken(this.token) : event);
		this.count = 0;
	}

}
