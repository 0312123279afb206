/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
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

	/** Long enough to delay a renewal or an interrupt. */
	private static final long STALL = Duration.ofMillis(50).toNanos();

	private final String election;

	private final Consumer<HistoryEvent> history;

	private boolean leading;

	private @Nullable Long token;

	private long firstBefore;

	private long firstAfter;

	private long lastBefore;

	private long lastAfter;

	private long count;

	private boolean sampled;

	SampleRuns(String election, Consumer<HistoryEvent> history) {
		this.election = election;
		this.history = history;
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
		if (leads != this.leading || !Objects.equals(token, this.token) || (leads && gap > LARGEST_GAP)) {
			close();
		}
		if (gap > STALL) {
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
		if (after - this.firstBefore >= ((leads) ? LONGEST_LEADING : LONGEST_IDLE)) {
			close();
		}
	}

	/** Writes the pending samples. */
	void close() {
		if (this.count == 0) {
			return;
		}
		HistoryEvent event = HistoryEvent
			.of((this.leading) ? EventKind.LEADING : EventKind.IDLE, this.firstBefore, this.lastAfter)
			.in(this.election)
			.with("firstAfter", this.firstAfter)
			.with("lastBefore", this.lastBefore)
			.with("count", this.count);
		this.history.accept((this.token != null) ? event.withToken(this.token) : event);
		this.count = 0;
	}

}
