/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Looks back over moments that can only be asked for the next one. It steps back by
 * doubling and then halves the gap, so that a year costs some fifty questions, whatever
 * number of moments it has.
 */
final class Calendar {

	/** The most that are counted. */
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

	/** There is none between {@code none} and now. */
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

	/** The first moment after an instant, or {@code null} if it is later than now. */
	private @Nullable Instant before(Instant after, Instant now) {
		Instant next = this.moments.next(after);
		return (next != null && !next.isAfter(now)) ? next : null;
	}

	@Nullable Instant next(Instant after) {
		return this.moments.next(after);
	}

	/** How many moments lie between two instants, without either, up to the most. */
	int count(Instant from, Instant to) {
		int counted = 0;
		Instant next = next(from);
		while (next != null && next.isBefore(to) && counted < COUNTED) {
			counted++;
			next = next(next);
		}
		return counted;
	}

	/** From a moment to the next one; long if none comes. */
	Duration period(Instant moment) {
		Instant next = next(moment);
		return (next != null) ? Duration.between(moment, next) : FAR;
	}

}
