/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import io.leaderelection.engine.Tenure;
import io.leaderelection.protocol.ElectionTiming;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * The tenure of one election, from its properties and those it inherits.
 */
final class TenureSettings {

	private static final Duration LONGEST = Duration.ofDays(36_500);

	/**
	 * 2026-01-01. A valid expression matches some time after any day; a leap day may be
	 * eight years away.
	 */
	private static final Instant ANY_DAY = Instant.ofEpochSecond(1_767_225_600);

	/** The value with which Spring's scheduling disables a cron expression. */
	private static final String NEVER = "-";

	private final String property;

	private final ElectionProperties own;

	private final ElectionProperties inherited;

	/**
	 * Creates the settings.
	 * @param property the prefix of the properties
	 * @param own the properties of the election
	 * @param inherited the properties of all elections
	 */
	TenureSettings(String property, ElectionProperties own, ElectionProperties inherited) {
		this.property = property;
		this.own = own;
		this.inherited = inherited;
	}

	/**
	 * Checks the properties.
	 * @param timing the durations of the election
	 * @return the tenure
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	Tenure tenure(ElectionTiming timing) {
		Duration maxTerm = maxTerm(timing);
		CronExpression cron = cron();
		ZoneId zone = zone();
		if (maxTerm == null && cron == null) {
			return Tenure.UNLIMITED;
		}
		return new RelinquishSchedule(maxTerm, cron, zone);
	}

	private @Nullable Duration maxTerm(ElectionTiming timing) {
		Duration maxTerm = either(this.own.getMaxTerm(), this.inherited.getMaxTerm());
		if (maxTerm == null || maxTerm.isZero()) {
			return null;
		}
		if (maxTerm.isNegative() || maxTerm.compareTo(LONGEST) > 0) {
			throw invalid("max-term", text(maxTerm), "Use a duration up to 36500d, or 0s for any time");
		}
		if (maxTerm.compareTo(timing.renewInterval()) <= 0) {
			throw invalid("max-term", text(maxTerm),
					"A term would end before its first renewal: use more than renew-interval, which is "
							+ text(timing.renewInterval()) + ", or lower lease-duration");
		}
		return maxTerm;
	}

	private @Nullable CronExpression cron() {
		String cron = either(this.own.getRelinquishCron(), this.inherited.getRelinquishCron());
		if (!StringUtils.hasText(cron) || cron.trim().equals(NEVER)) {
			return null;
		}
		CronExpression expression = parsed(cron.trim());
		if (expression.next(ANY_DAY.atZone(ZoneId.of("UTC"))) == null) {
			throw invalid("relinquish-cron", "'" + cron + "', which never matches", "Correct day and month");
		}
		return expression;
	}

	private CronExpression parsed(String cron) {
		try {
			return CronExpression.parse(cron);
		}
		catch (IllegalArgumentException ex) {
			boolean unixStyle = StringUtils.tokenizeToStringArray(cron, " ").length == 5;
			throw invalid("relinquish-cron", "'" + cron + "', which is not a cron expression: " + ex.getMessage(),
					unixStyle ? "Put the seconds in front: 0 " + cron
							: "Use six fields (second, minute, hour, day of month, month, day of week), "
									+ "such as 0 0 3 * * MON-FRI");
		}
	}

	private ZoneId zone() {
		String zone = either(this.own.getRelinquishZone(), this.inherited.getRelinquishZone());
		if (!StringUtils.hasText(zone)) {
			return ZoneId.systemDefault();
		}
		try {
			return ZoneId.of(zone.trim());
		}
		catch (DateTimeException ex) {
			throw invalid("relinquish-zone", "'" + zone + "', which is not a time zone",
					"Use a region such as Europe/Berlin, or UTC");
		}
	}

	private LeaderElectionConfigurationException invalid(String key, String value, String action) {
		return new LeaderElectionConfigurationException(this.property + "." + key + " is " + value, action);
	}

	private static String text(Duration duration) {
		if (duration.toNanosPart() % 1_000_000 != 0 || duration.abs().compareTo(LONGEST) > 0) {
			return duration.toString();
		}
		return (duration.toNanosPart() == 0) ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
	}

	private static <T> @Nullable T either(@Nullable T own, @Nullable T inherited) {
		return (own != null) ? own : inherited;
	}

}
