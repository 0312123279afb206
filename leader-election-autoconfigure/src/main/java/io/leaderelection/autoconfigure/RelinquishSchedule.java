/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.ThreadLocalRandom;

import io.leaderelection.engine.Tenure;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * A tenure by duration, by the time of day, or both. A duration is shortened by a random
 * part, so that the leaders of many elections, granted at the same time, do not hand over
 * at the same time.
 *
 * @param maxTerm the maximum duration of a term, or {@code null}
 * @param cron the times at which a term ends, or {@code null}
 * @param zone the time zone of {@code cron}
 */
record RelinquishSchedule(@Nullable Duration maxTerm, @Nullable CronExpression cron, ZoneId zone) implements Tenure {

	/**
	 * A younger term is not handed over by the time of day: slightly different clocks of
	 * two instances would cause two handovers.
	 */
	private static final Duration TOO_YOUNG = Duration.ofMillis(500);

	private static final int RANDOM_PART = 20;

	@Override
	public Tenure.End endOf(Instant granted) {
		return new Tenure.End(after(), at(granted));
	}

	private @Nullable Duration after() {
		if (this.maxTerm == null) {
			return null;
		}
		long longest = this.maxTerm.dividedBy(RANDOM_PART).toNanos();
		return this.maxTerm.minusNanos(ThreadLocalRandom.current().nextLong(longest + 1));
	}

	private @Nullable Instant at(Instant granted) {
		if (this.cron == null) {
			return null;
		}
		ZonedDateTime next = this.cron.next(granted.plus(TOO_YOUNG).atZone(this.zone));
		return (next != null) ? next.toInstant() : null;
	}

}
