/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;

/**
 * Watches for the end of the current term's tenure, and for a vacancy that lasts too
 * long. Used only by the loop.
 */
final class TimeLimits {

	/** The longest time between two looks, because a wall clock may be set meanwhile. */
	private static final long LONGEST_SLEEP = Duration.ofMinutes(1).toNanos();

	private final String election;

	private final Tenure tenure;

	private final long vacancyThreshold;

	private final AsyncLog log;

	private Tenure.End end = Tenure.End.NEVER;

	private long termSince;

	private boolean vacant;

	private boolean reported;

	private long vacantSince;

	TimeLimits(String election, Tenure tenure, Duration vacancyThreshold, AsyncLog log) {
		this.election = election;
		this.tenure = tenure;
		this.vacancyThreshold = Durations.nanos(vacancyThreshold);
		this.log = log;
	}

	void granted(Moment now) {
		this.termSince = now.ticker();
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
		this.end = Tenure.End.NEVER;
	}

	/** Returns whether the tenure of a term that was not revoked is over. */
	boolean isTenureOver(Moment now) {
		return tenureLeft(now) <= 0;
	}

	private long tenureLeft(Moment now) {
		long left = ElectionProtocol.NEVER;
		Duration after = this.end.after();
		if (after != null) {
			left = Durations.nanos(after) - (now.ticker() - this.termSince);
		}
		Instant at = this.end.at();
		if (at != null) {
			Duration until = Duration.between(Instant.ofEpochMilli(now.wall()), at);
			left = Math.min(left, Math.min(LONGEST_SLEEP, Durations.nanos(until)));
		}
		return left;
	}

	/**
	 * Updates whether nobody is known to lead.
	 * @return whether that has lasted too long and was not reported
	 */
	boolean isVacantTooLong(boolean vacant, Moment now) {
		if (!vacant || !this.vacant) {
			this.vacant = vacant;
			this.reported = false;
			this.vacantSince = now.ticker();
		}
		return vacant && !this.reported && vacantFor(now).toNanos() >= this.vacancyThreshold;
	}

	/** Marks the vacancy as reported. */
	void reported() {
		this.reported = true;
	}

	/** Returns how long the vacancy has lasted. */
	Duration vacantFor(Moment now) {
		return Duration.ofNanos(now.ticker() - this.vacantSince);
	}

	/** Returns the nanoseconds until the next look. */
	long wakeIn(Moment now) {
		long vacancy = (this.vacant && !this.reported) ? this.vacancyThreshold - vacantFor(now).toNanos()
				: ElectionProtocol.NEVER;
		return Math.max(0, Math.min(tenureLeft(now), vacancy));
	}

}
