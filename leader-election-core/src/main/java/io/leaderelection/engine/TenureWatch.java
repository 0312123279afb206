/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.LaterLog;

/**
 * Watches for the end of the current term's tenure. Used only by the loop.
 */
final class TenureWatch {

	/** The longest time between two looks, because a wall clock may be set meanwhile. */
	private static final long LONGEST_SLEEP = Duration.ofMinutes(1).toNanos();

	private final String election;

	private final Tenure tenure;

	private final LaterLog log;

	private TermEnd end = TermEnd.NEVER;

	private long since;

	TenureWatch(String election, Tenure tenure, LaterLog log) {
		this.election = election;
		this.tenure = tenure;
		this.log = log;
	}

	void granted(Moment now) {
		this.since = now.ticker();
		Instant began = Instant.ofEpochMilli(now.wall());
		Throwable thrown = ForeignCode.call(
				(tenure) -> this.end = Objects.requireNonNull(tenure.endOf(began), "the tenure returned null"),
				this.tenure);
		if (thrown != null) {
			this.log.error("Election '{}': the tenure cannot be read, so it does not end this term", this.election,
					thrown);
		}
	}

	void revoked() {
		this.end = TermEnd.NEVER;
	}

	/** Returns whether the tenure of a term that was not revoked is over. */
	boolean isOver(Moment now) {
		return wakeIn(now) <= 0;
	}

	/** Returns the nanoseconds until the next look. */
	long wakeIn(Moment now) {
		long in = ElectionProtocol.NEVER;
		Duration after = this.end.after();
		if (after != null) {
			in = Durations.nanos(after) - (now.ticker() - this.since);
		}
		Instant at = this.end.at();
		if (at != null) {
			Duration left = Duration.between(Instant.ofEpochMilli(now.wall()), at);
			in = Math.min(in, Math.min(LONGEST_SLEEP, Durations.nanos(left)));
		}
		return Math.max(0, in);
	}

}
