/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Finds past moments of a source that can only compute the next one. It doubles its steps
 * back and then halves the gap, so that a year takes about fifty calls, however many
 * moments it has.
 */
final class Calendar {

	/** The maximum number that is counted. */
	static final int COUNTED = 1000;

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** 29 February on a Monday comes every 28 years, or 40 around most centuries. */
	private static final Duration FAR = Duration.ofDays(64 * 366);

	private final Moments moments;

	Calendar(Moments moments) {
		this.moments = moments;
	}

	/** The latest moment not after an instant, or {@code null} if there is none. */
	@Nullable Instant latest(Instant now) {
		Duration step = SECOND;
		Instant none = now;
		Instant found = before(now.minus(step), now);
		while (found == null && step.compareTo(FAR) < 0) {
			none = now.minus(step);
			step = step.multipliedBy(2);
			found = before(now.minus(step), now);
		}
		return (found != null) ? last(found, none, now) : null;
	}

	/** Returns the last moment, given that there is none between {@code none} and now. */
	private Instant last(Instant found, Instant none, Instant now) {
		Instant latest = found;
		Instant end = none;
		Instant later = before(latest, now);
		while (later != null) {
			latest = later;
			Instant middle = latest.plus(Duration.between(latest, end).dividedBy(2));
			Instant beyond = before(middle, now);
			if (beyond != null) {
				latest = beyond;
			}
			else {
				end = middle;
			}
			later = before(latest, now);
		}
		return latest;
	}

	/**
	 * Returns the first moment after an instant, or {@code null} if it is later than now.
	 */
	private @Nullable Instant before(Instant after, Instant now) {
		Instant next = this.moments.next(after);
		return (next != null && !next.isAfter(now)) ? next : null;
	}

	@Nullable Instant next(Instant after) {
		return this.moments.next(after);
	}

	/**
	 * Returns the number of moments between two instants, without either, up to
	 * {@link #COUNTED}.
	 */
	int count(Instant from, Instant to) {
		int counted = 0;
		Instant next = next(from);
		while (next != null && next.isBefore(to) && counted < COUNTED) {
			counted++;
			next = next(next);
		}
		return counted;
	}

	/** Returns the time from a moment to the next one; a long time if there is none. */
	Duration period(Instant moment) {
		Instant next = next(moment);
		return (next != null) ? Duration.between(moment, next) : FAR;
	}

}
