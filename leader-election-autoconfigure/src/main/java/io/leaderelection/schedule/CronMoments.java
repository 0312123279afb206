/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;

import io.leaderelection.work.tick.Moments;
import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * The times of several cron expressions, without duplicates.
 *
 * @param crons the expressions; none if the method is switched off
 */
record CronMoments(List<Cron> crons) implements Moments {

	/**
	 * A cron expression and its time zone.
	 *
	 * @param expression the expression
	 * @param zone its time zone
	 * @param ofMachine whether the time zone is that of this machine, because none is set
	 */
	record Cron(CronExpression expression, ZoneId zone, boolean ofMachine) {

		private @Nullable Instant next(Instant after) {
			ZonedDateTime next = this.expression.next(after.atZone(this.zone));
			return (next != null) ? next.toInstant() : null;
		}

	}

	@Override
	public @Nullable Instant next(Instant after) {
		Instant first = null;
		for (Cron cron : this.crons) {
			Instant next = cron.next(after);
			if (next != null && (first == null || next.isBefore(first))) {
				first = next;
			}
		}
		return first;
	}

	/** Returns a hash of all expressions and zones. */
	String hash() {
		return TickEntry.hash(this.crons.stream()
			.map((cron) -> cron.expression() + " " + cron.zone().getId())
			.distinct()
			.toArray(String[]::new));
	}

}
