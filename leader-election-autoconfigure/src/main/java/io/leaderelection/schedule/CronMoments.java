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
 * The moments of several cron expressions, each of them once.
 *
 * @param crons the expressions; none if the method is switched off
 */
record CronMoments(List<Cron> crons) implements Moments {

	/**
	 * An expression and where it is read.
	 *
	 * @param text the expression as it was written, macros included
	 * @param expression what is asked
	 * @param zone whose clocks count
	 */
	record Cron(String text, CronExpression expression, ZoneId zone) {

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

	/** Stands for all expressions and zones. */
	String hash() {
		return TickEntry.hash(this.crons.stream()
			.map((cron) -> cron.expression() + " " + cron.zone().getId())
			.distinct()
			.toArray(String[]::new));
	}

}
