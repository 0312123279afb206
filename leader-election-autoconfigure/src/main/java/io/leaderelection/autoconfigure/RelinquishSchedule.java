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
import io.leaderelection.engine.TermEnd;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * A tenure by duration, by the time of day, or both. A duration is shortened by a random
 * part, which keeps the leaders of many elections, granted in one moment, from handing
 * over in one moment.
 *
 * @param maxTerm how long a term lasts at most, or {@code null}
 * @param cron when a term ends, or {@code null}
 * @param zone the time zone of {@code cron}
 */
record RelinquishSchedule(@Nullable Duration maxTerm, @Nullable CronExpression cron, ZoneId zone) implements Tenure {

	/**
	 * A term this young is not handed over by the time of day: clocks of two instances
	 * that differ a little would hand over twice.
	 */
	private static final Duration TOO_YOUNG = Duration.ofMillis(500);

	private static final int RANDOM_PART = 20;

	@Override
	public TermEnd endOf(Instant granted) {
		return new TermEnd(after(), at(granted));
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
