/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.ArrayList;
import java.util.List;

/**
 * The times in which one candidate led, from its own samples. Instants are nanoseconds of
 * the monotonic clock, which all processes of a machine share. Thread-safe.
 */
final class History {

	private final List<Change> changes = new ArrayList<>();

	private long stoppedFrom;

	private long stoppedUntil;

	private long killedFrom = Long.MAX_VALUE;

	synchronized void add(Change change) {
		this.changes.add(change);
		notifyAll();
	}

	/**
	 * Records that the process was stopped and did nothing, whatever its state.
	 * @param from when it was certainly stopped
	 * @param until when it may have resumed
	 */
	synchronized void stopped(long from, long until) {
		this.stoppedFrom = from;
		this.stoppedUntil = until;
	}

	/**
	 * Records that the process was killed.
	 * @param from just before
	 */
	synchronized void killed(long from) {
		this.killedFrom = from;
	}

	/**
	 * Returns when the leadership ended that began before an instant.
	 * @param instant the instant
	 * @return the last moment at which it certainly led, or {@link Long#MAX_VALUE} if it
	 * still does
	 */
	synchronized long ledUntil(long instant) {
		long until = this.killedFrom;
		for (Change change : this.changes) {
			if (!change.leads() && change.notAfter() >= instant) {
				return Math.min(until, change.notBefore());
			}
		}
		return until;
	}

	/**
	 * Waits until it no longer leads.
	 * @param timeoutMillis the longest time to wait
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	synchronized void awaitEnd(long timeoutMillis) throws InterruptedException {
		long end = System.nanoTime() + timeoutMillis * 1_000_000;
		while (leads() && System.nanoTime() - end < 0) {
			wait(10);
		}
	}

	private boolean leads() {
		return !this.changes.isEmpty() && this.changes.get(this.changes.size() - 1).leads();
	}

	/** Returns the spans in which it certainly led and ran. */
	private synchronized List<Span> spans(long now) {
		List<Span> spans = new ArrayList<>();
		for (int i = 0; i < this.changes.size(); i++) {
			if (this.changes.get(i).leads()) {
				long from = this.changes.get(i).notAfter();
				long until = (i + 1 < this.changes.size()) ? this.changes.get(i + 1).notBefore() : now;
				until = Math.min(until, this.killedFrom);
				spans.add(new Span(from, Math.min(until, (this.stoppedUntil > 0) ? this.stoppedFrom : until)));
				if (this.stoppedUntil > 0) {
					spans.add(new Span(Math.max(from, this.stoppedUntil), until));
				}
			}
		}
		return spans;
	}

	/**
	 * Returns how long two candidates certainly led at the same time.
	 * @param one the history of one
	 * @param other the history of the other
	 * @return nanoseconds
	 */
	static long overlap(History one, History other) {
		long now = System.nanoTime();
		long sum = 0;
		for (Span span : one.spans(now)) {
			for (Span with : other.spans(now)) {
				sum += Math.max(0, Math.min(span.until(), with.until()) - Math.max(span.from(), with.from()));
			}
		}
		return sum;
	}

	/**
	 * A change of a candidate's answer.
	 *
	 * @param leads whether it led from then on
	 * @param notBefore the last instant at which it certainly had not changed
	 * @param notAfter the first instant at which it certainly had
	 */
	record Change(boolean leads, long notBefore, long notAfter) {
	}

	private record Span(long from, long until) {
	}

}
