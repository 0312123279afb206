/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.work.tick.Moments;
import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * The times of several cron expressions, without duplicates.
 *
 * @param crons the expressions; none if the method is switched off
 */
record CronMoments(List<Cron> crons) implements Moments {

	private static final Set<String> EVERY = Set.of("*", "?");

	/**
	 * A cron expression and its time zone.
	 *
	 * @param expression the expression
	 * @param zone its time zone
	 * @param ofMachine whether the time zone is that of this machine, because none is set
	 */
	record Cron(CronExpression expression, ZoneId zone, boolean ofMachine) {

		/**
		 * Returns whether an instance in another time zone may have other ticks. All
		 * zones differ from UTC by a multiple of a quarter of an hour.
		 */
		boolean differsByZone() {
			String[] fields = StringUtils.tokenizeToStringArray(this.expression.toString(), " ");
			if (!Stream.of(fields).skip(2).allMatch(EVERY::contains)) {
				return true;
			}
			BitSet minutes = new BitSet();
			LocalDateTime hour = LocalDateTime.of(2000, 1, 1, 0, 0);
			LocalDateTime next = this.expression.next(hour.minusNanos(1));
			while (next != null && next.isBefore(hour.plusHours(1))) {
				minutes.set(next.getMinute());
				next = this.expression.next(next.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1).minusNanos(1));
			}
			return !minutes.stream().allMatch((minute) -> minutes.get((minute + 15) % 60));
		}

		/** Returns the expression, and the zone if the ticks depend on it. */
		private String text() {
			return this.expression + " " + ((this.ofMachine && !differsByZone()) ? "*" : this.zone.getId());
		}

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
		return TickEntry.hash(this.crons.stream().map(Cron::text).distinct().toArray(String[]::new));
	}

	/**
	 * Returns whether the ticks depend on the time zone of this machine, because no other
	 * is set.
	 */
	boolean dependOnMachine() {
		return this.crons.stream().anyMatch((cron) -> cron.ofMachine() && cron.differsByZone());
	}

}
