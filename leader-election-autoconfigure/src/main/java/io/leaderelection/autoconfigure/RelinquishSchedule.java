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
 * A tenure by duration, by the time of day, or both. A random part keeps the leaders of
 * many elections, granted in one moment, from handing over in one moment.
 *
 * @param maxTerm how long a term lasts at most, or {@code null}
 * @param cron when a term ends, or {@code null}
 * @param zone the time zone of {@code cron}
 * @param jitter by how much at most a term ends earlier than {@code maxTerm}, and later
 * than {@code cron}, or {@code null} for a small part of {@code maxTerm} and exactly by
 * {@code cron}
 */
record RelinquishSchedule(@Nullable Duration maxTerm, @Nullable CronExpression cron, ZoneId zone,
		@Nullable Duration jitter) implements Tenure {

	/**
	 * A term this young is not handed over by the time of day: clocks of two instances
	 * that differ a little would hand over twice.
	 */
	private static final Duration TOO_YOUNG = Duration.ofMillis(500);

	private static final int SMALL_PART = 20;

	@Override
	public TermEnd endOf(Instant granted) {
		return new TermEnd(after(), at(granted));
	}

	private @Nullable Duration after() {
		if (this.maxTerm == null) {
			return null;
		}
		return this.maxTerm.minus(random((this.jitter != null) ? this.jitter : this.maxTerm.dividedBy(SMALL_PART)));
	}

	private @Nullable Instant at(Instant granted) {
		if (this.cron == null) {
			return null;
		}
		ZonedDateTime next = this.cron.next(granted.plus(TOO_YOUNG).atZone(this.zone));
		if (next == null) {
			return null;
		}
		return next.toInstant().plus(random((this.jitter != null) ? this.jitter : Duration.ZERO));
	}

	private static Duration random(Duration most) {
		return Duration.ofNanos(ThreadLocalRandom.current().nextLong(most.toNanos() + 1));
	}

}
