/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one process about one token.
 */
final class Term {

	final String process;

	final long token;

	/** In the order of their stamps; may be empty. */
	final List<Belief> beliefs = new ArrayList<>();

	final List<Entry> deadlines = new ArrayList<>();

	final List<Work> works = new ArrayList<>();

	@Nullable Entry granted;

	@Nullable Entry revoked;

	@Nullable Entry released;

	Term(String process, long token) {
		this.process = process;
		this.token = token;
	}

	String instance() {
		return History.instance(this.process);
	}

	void sort() {
		this.beliefs.sort(Comparator.comparingLong(Belief::before));
	}

	boolean isBelieved() {
		return !this.beliefs.isEmpty();
	}

	/** Whether the process had the token, according to any of its lines. */
	boolean isOwned() {
		return isBelieved() || this.granted != null || !this.works.isEmpty();
	}

	/** Returns the stamp by which the term was certainly believed. */
	long firstAfter() {
		return this.beliefs.stream().mapToLong(Belief::firstAfter).min().orElseThrow();
	}

	/** Returns the stamp of the last question that was answered with yes. */
	long lastBefore() {
		return last().lastBefore();
	}

	/**
	 * Returns when the term was over, as far as the history shows: no later answer says
	 * that the process leads.
	 */
	long end() {
		long end = (this.revoked != null) ? this.revoked.event().before() : Long.MAX_VALUE;
		return (isBelieved()) ? Math.min(lastBefore(), end) : end;
	}

	/** Returns the stamp before the first question that was answered with yes. */
	long before() {
		return this.beliefs.get(0).before();
	}

	long after() {
		return last().after();
	}

	Belief first() {
		return this.beliefs.get(0);
	}

	/** Returns the belief with the latest last question. */
	Belief last() {
		return this.beliefs.stream().max(Comparator.comparingLong(Belief::lastBefore)).orElseThrow();
	}

	/**
	 * Returns when the term ends unless it is renewed, as its process recorded last, or
	 * 0.
	 */
	long deadline() {
		return this.deadlines.stream().mapToLong((entry) -> entry.event().number("deadline")).max().orElse(0);
	}

	/** Whether the process ended the term by a handover, that is, in an orderly way. */
	boolean endedByHandover() {
		String cause = cause();
		return cause != null && switch (cause) {
			case "STEP_DOWN", "STALLED", "TASK_FAILED", "INELIGIBLE", "TENURE", "SHUTDOWN", "PAUSED",
					"PARTITIONS_UNCONFIRMED", "PREEMPTED", "REBALANCED" ->
				true;
			default -> false;
		};
	}

	/** Whether the term was unconfirmed before it ended. */
	boolean isUnconfirmed() {
		String cause = cause();
		return "CLOCK_JUMP".equals(cause) || "DISCONNECTED".equals(cause);
	}

	/** Whether the term ended at its deadline. */
	boolean isExpired() {
		return "EXPIRED".equals(cause());
	}

	private @Nullable String cause() {
		Entry revoked = this.revoked;
		return (revoked != null) ? revoked.event().find("cause") : null;
	}

	@Override
	public String toString() {
		return this.process + " with token " + this.token;
	}

}
