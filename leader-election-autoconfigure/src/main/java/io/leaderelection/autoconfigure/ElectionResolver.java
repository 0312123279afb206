/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.engine.Tenure;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.protocol.Preference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.env.Environment;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * Makes the settings of one election, and refuses properties that are not valid by
 * themselves or together.
 */
final class ElectionResolver {

	private static final Logger logger = LoggerFactory.getLogger(ElectionResolver.class);

	private static final Duration DEFAULT_INELIGIBLE_AFTER = Duration.ofSeconds(10);

	private static final Duration SHORTEST_INELIGIBLE_AFTER = Duration.ofMillis(100);

	private static final Duration LONGEST_INELIGIBLE_AFTER = Duration.ofDays(1);

	private static final Duration LONGEST_TERM = Duration.ofDays(36_500);

	/**
	 * 2026-01-01. A valid expression matches some time after any day; a leap day may be
	 * eight years away.
	 */
	private static final Instant ANY_DAY = Instant.ofEpochSecond(1_767_225_600);

	/** The value with which Spring's scheduling disables a cron expression. */
	private static final String NEVER = "-";

	private final String property;

	private final ElectionProperties own;

	private final ElectionProperties common;

	private final LeaderElectionProperties instance;

	private final Duration phaseTimeout;

	private final Environment environment;

	/**
	 * Creates the resolver.
	 * @param property the prefix of the properties
	 * @param own the properties of the election
	 * @param bound the properties of all elections, and of the instance
	 * @param phaseTimeout how long the context waits for one phase of beans to stop
	 * @param environment the environment that the properties come from
	 */
	ElectionResolver(String property, ElectionProperties own, PropertyChecks.Bound bound, Duration phaseTimeout,
			Environment environment) {
		this.property = property;
		this.own = own;
		this.common = bound.elections();
		this.instance = bound.properties();
		this.phaseTimeout = phaseTimeout;
		this.environment = environment;
	}

	/**
	 * Makes the settings.
	 * @return the settings
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	ConfiguredElection resolve() {
		ElectionTiming timing = timing();
		checkDrainTimeout(timing);
		ElectionSettings settings = new ElectionSettings(timing, tenure(timing), preference(timing),
				!Boolean.FALSE.equals(value(ElectionProperties::autoStartup)), this.own.partitions());
		return new ConfiguredElection(settings, eligibleWhen(), ineligibleAfter(), this.own.start());
	}

	private ElectionTiming timing() {
		try {
			return ElectionTiming.builder()
				.lease(value(ElectionProperties::leaseDuration))
				.renewInterval(value(ElectionProperties::renewInterval))
				.operationTimeout(value(ElectionProperties::operationTimeout))
				.safetyMargin(value(ElectionProperties::safetyMargin))
				.retryInterval(value(ElectionProperties::retryInterval))
				.drainTimeout(value(ElectionProperties::drainTimeout))
				.coolDown(value(ElectionProperties::coolDown))
				.build();
		}
		catch (InvalidTimingException ex) {
			throw invalidTiming(this.property, ex, this.environment);
		}
	}

	private void checkDrainTimeout(ElectionTiming timing) {
		Duration needed = timing.drainTimeout().plus(timing.operationTimeout());
		if (needed.compareTo(this.phaseTimeout) >= 0) {
			throw new LeaderElectionConfigurationException(
					"Below '" + this.property + "': drain-timeout (" + timing.drainTimeout().toMillis()
							+ "ms) + operation-timeout (" + timing.operationTimeout().toMillis()
							+ "ms) is not less than " + SettingsResolver.PHASE_TIMEOUT + " ("
							+ this.phaseTimeout.toMillis()
							+ "ms), so the application would exit before a handover is complete",
					"Lower drain-timeout, or raise " + SettingsResolver.PHASE_TIMEOUT + " above " + needed.toMillis()
							+ "ms");
		}
	}

	/**
	 * Explains that durations are not safe.
	 * @param property the prefix of the properties
	 * @param ex what is wrong
	 * @param environment the environment that the properties come from
	 * @return the exception to throw
	 */
	static LeaderElectionConfigurationException invalidTiming(String property, InvalidTimingException ex,
			Environment environment) {
		return new LeaderElectionConfigurationException("The timing below '" + property + "' cannot be safe: " + String
			.join("; ", ex.getProblems()), withoutUnit(property, environment)
					+ "Correct the values. Setting lease-duration alone is always enough: the others derive from it",
				ex);
	}

	/** Explains durations below a property that are written as numbers. */
	private static String withoutUnit(String property, Environment environment) {
		return Stream.of("lease-duration", "renew-interval", "operation-timeout", "safety-margin", "retry-interval")
			.map((key) -> property + "." + key)
			.filter((key) -> environment.getProperty(key, "").matches("[0-9]+"))
			.map((key) -> key + "=" + environment.getProperty(key) + " has no unit, which means milliseconds: write "
					+ environment.getProperty(key) + "s for seconds. ")
			.collect(Collectors.joining());
	}

	private Tenure tenure(ElectionTiming timing) {
		Duration maxTerm = maxTerm(timing);
		CronExpression cron = relinquishCron();
		ZoneId zone = relinquishZone();
		return (maxTerm != null || cron != null) ? new RelinquishSchedule(maxTerm, cron, zone) : Tenure.UNLIMITED;
	}

	private @Nullable Duration maxTerm(ElectionTiming timing) {
		Duration maxTerm = value(ElectionProperties::maxTerm);
		if (maxTerm == null || maxTerm.isZero()) {
			return null;
		}
		if (maxTerm.isNegative() || maxTerm.compareTo(LONGEST_TERM) > 0) {
			throw invalid("max-term", text(maxTerm), "Use a duration up to 36500d, or 0s for any time");
		}
		if (maxTerm.compareTo(timing.renewInterval()) <= 0) {
			throw invalid("max-term", text(maxTerm),
					"A term would end before its first renewal: use more than renew-interval, which is "
							+ text(timing.renewInterval()) + ", or lower lease-duration");
		}
		return maxTerm;
	}

	private static String text(Duration duration) {
		if (duration.toNanosPart() % 1_000_000 != 0 || duration.abs().compareTo(LONGEST_TERM) > 0) {
			return duration.toString();
		}
		return (duration.toNanosPart() == 0) ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
	}

	private @Nullable CronExpression relinquishCron() {
		String cron = value(ElectionProperties::relinquishCron);
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

	private ZoneId relinquishZone() {
		String zone = value(ElectionProperties::relinquishZone);
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

	private Duration ineligibleAfter() {
		Duration after = value(ElectionProperties::ineligibleAfter);
		if (after != null
				&& (after.compareTo(SHORTEST_INELIGIBLE_AFTER) < 0 || after.compareTo(LONGEST_INELIGIBLE_AFTER) > 0)) {
			throw invalid("ineligible-after", after,
					"Use a duration between 100ms and 1d; an instance is checked four times within it");
		}
		return (after != null) ? after : DEFAULT_INELIGIBLE_AFTER;
	}

	private List<String> eligibleWhen() {
		List<String> names = value(ElectionProperties::eligibleWhen);
		return (names != null) ? names.stream().map(String::trim).filter(StringUtils::hasText).toList() : List.of();
	}

	/** Returns the preference. Partitions are spread unless configured otherwise. */
	private @Nullable Preference preference(ElectionTiming timing) {
		Integer priority = value(ElectionProperties::priority);
		Boolean configured = value(ElectionProperties::spread);
		boolean spread = (configured != null) ? configured
				: this.own.partitions() != null && this.instance.mode() == ElectionMode.ELECT;
		Duration preemptAfter = value(ElectionProperties::preemptAfter);
		if (preemptAfter != null && preemptAfter.isNegative()) {
			throw invalid("preempt-after", preemptAfter, "Use a duration of zero or more, such as 15s");
		}
		if (priority == null && !spread) {
			return null;
		}
		checkPreference(priority, spread);
		return new Preference((priority != null) ? priority : 0, spread,
				(preemptAfter != null) ? preemptAfter : timing.lease());
	}

	private void checkPreference(@Nullable Integer priority, boolean spread) {
		if (spread && this.instance.mode() == ElectionMode.ALWAYS) {
			throw new LeaderElectionConfigurationException(
					this.property
							+ ".spread is true, but leader-election.mode is always, so every instance leads everything",
					"Remove spread, or set leader-election.mode to elect");
		}
		for (String key : List.of(Preference.PRIORITY, Preference.MAX_LED)) {
			if (this.instance.metadata().containsKey(key)) {
				throw new LeaderElectionConfigurationException(
						"leader-election.metadata." + key
								+ " is set, but instances exchange their preferences under that key",
						"Give the metadata another name, or set leader-election." + key + " instead");
			}
		}
		Duration maxTerm = value(ElectionProperties::maxTerm);
		if (priority != null && priority > 0 && maxTerm != null && !maxTerm.isZero()) {
			logger.warn("Below '{}' there are a priority and a max-term: the preferred instance hands over after "
					+ "max-term and takes over again once another has led for preempt-after", this.property);
		}
	}

	/** Returns the own value, otherwise the common one. */
	private <T> @Nullable T value(Function<ElectionProperties, @Nullable T> key) {
		T value = key.apply(this.own);
		return (value != null) ? value : key.apply(this.common);
	}

	private LeaderElectionConfigurationException invalid(String key, Object value, String action) {
		return invalid(this.property, key, value, action);
	}

	/**
	 * Explains that a value is not valid.
	 * @param property the prefix of the property
	 * @param key the rest of its name
	 * @param value the value
	 * @param action what to do
	 * @return the exception to throw
	 */
	static LeaderElectionConfigurationException invalid(String property, String key, Object value, String action) {
		return new LeaderElectionConfigurationException(property + "." + key + " is " + value, action);
	}

}
