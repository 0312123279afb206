/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.Partition;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.eligibility.EligibilityLoop;
import io.leaderelection.eligibility.HealthNames;
import io.leaderelection.engine.Tenure;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.protocol.bid.Preferences;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * Makes the settings from the properties, and refuses properties that are not valid by
 * themselves, together, or with the store.
 */
final class SettingsResolver {

	private static final Logger logger = LoggerFactory.getLogger(SettingsResolver.class);

	private static final String ROOT = "leader-election";

	private static final String NAMESPACE = ROOT + ".namespace";

	private static final String APPLICATION_NAME = "spring.application.name";

	private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

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

	private final Environment environment;

	/**
	 * Creates the resolver.
	 * @param environment the environment that the properties come from
	 */
	SettingsResolver(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Makes the settings, and checks everything that depends neither on the store nor on
	 * beans.
	 * @return the settings
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	LeaderElectionSettings resolve() {
		LeaderElectionProperties properties = new PropertyChecks(this.environment).bind();
		Source root = new Source(ROOT, properties, properties);
		legal(ROOT + ".default-election", properties.defaultElection(), SettingsResolver::checkName);
		Duration vacancyThreshold = properties.vacancyThreshold();
		if (vacancyThreshold != null && (vacancyThreshold.isNegative() || vacancyThreshold.isZero())) {
			throw root.invalid("vacancy-threshold", vacancyThreshold, "Use a duration above 0s, or leave it unset");
		}
		Duration phaseTimeout = Binder.get(this.environment)
			.bind(PHASE_TIMEOUT, Duration.class)
			.orElse(DEFAULT_PHASE_TIMEOUT);
		ElectionSettings common = election(root, phaseTimeout);
		Integer maxLed = properties.maxLed();
		if (maxLed != null && maxLed < 1) {
			throw root.invalid("max-led", maxLed, "Use 1 or more, or leave it unset for any number");
		}
		Duration spreadDelay = properties.spreadDelay();
		if (spreadDelay != null && spreadDelay.isNegative()) {
			throw root.invalid("spread-delay", spreadDelay, "Use a duration of zero or more, such as 30s");
		}
		Map<String, ElectionSettings> elections = new LinkedHashMap<>();
		properties.elections().forEach((name, election) -> {
			String property = below(name);
			legal(property, name, SettingsResolver::checkName);
			checkPartitions(property, name, election.partitions());
			elections.put(name, election(new Source(property, election, properties), phaseTimeout));
		});
		return new LeaderElectionSettings(properties.mode(), properties.backend(), properties.namespace(),
				properties.instanceName(), properties.defaultElection(), vacancyThreshold,
				(maxLed != null) ? maxLed : Distribution.UNLIMITED,
				(spreadDelay != null) ? spreadDelay : common.timing().lease().multipliedBy(2),
				properties.metrics().partitions(), phaseTimeout, new CandidateMetadata(properties.metadata()), common,
				elections);
	}

	private static String below(String election) {
		return ROOT + ".elections[" + election + "]";
	}

	static void checkName(String election) {
		ElectionKey.checkElection(election);
		Partition.checkWhole(election);
	}

	static String legal(String property, String value, Consumer<String> check) {
		try {
			check.accept(value);
			return value;
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(property + " is not legal: " + ex.getMessage(),
					"Correct " + property, ex);
		}
	}

	private static void checkPartitions(String property, String name, @Nullable Integer partitions) {
		if (partitions == null) {
			return;
		}
		if (partitions < 1 || partitions > Partition.MAX_PARTITIONS) {
			throw new LeaderElectionConfigurationException(property + ".partitions is " + partitions,
					"Use a number from 1 to " + Partition.MAX_PARTITIONS
							+ ", or remove it for an election that is led as a whole");
		}
		legal(property + ".partitions", new Partition(name, partitions - 1).name(), ElectionKey::checkElection);
	}

	private ElectionSettings election(Source source, Duration phaseTimeout) {
		ElectionTiming timing = timing(source);
		checkDrainTimeout(source, timing, phaseTimeout);
		return new ElectionSettings(timing, tenure(source, timing), eligibility(source), preference(source, timing),
				!Boolean.FALSE.equals(source.value(ElectionProperties::autoStartup)), source.own().partitions(),
				source.own().start());
	}

	private ElectionTiming timing(Source source) {
		try {
			return ElectionTiming.builder()
				.lease(source.value(ElectionProperties::leaseDuration))
				.renewInterval(source.value(ElectionProperties::renewInterval))
				.operationTimeout(source.value(ElectionProperties::operationTimeout))
				.safetyMargin(source.value(ElectionProperties::safetyMargin))
				.retryInterval(source.value(ElectionProperties::retryInterval))
				.drainTimeout(source.value(ElectionProperties::drainTimeout))
				.coolDown(source.value(ElectionProperties::coolDown))
				.build();
		}
		catch (InvalidTimingException ex) {
			throw invalidTiming(source.property(), ex);
		}
	}

	private static void checkDrainTimeout(Source source, ElectionTiming timing, Duration phaseTimeout) {
		Duration needed = timing.drainTimeout().plus(timing.operationTimeout());
		if (needed.compareTo(phaseTimeout) >= 0) {
			throw new LeaderElectionConfigurationException(
					"Below '" + source.property() + "': drain-timeout (" + timing.drainTimeout().toMillis()
							+ "ms) + operation-timeout (" + timing.operationTimeout().toMillis()
							+ "ms) is not less than " + PHASE_TIMEOUT + " (" + phaseTimeout.toMillis()
							+ "ms), so the application would exit before a handover is complete",
					"Lower drain-timeout, or raise " + PHASE_TIMEOUT + " above " + needed.toMillis() + "ms");
		}
	}

	private LeaderElectionConfigurationException invalidTiming(String property, InvalidTimingException ex) {
		return new LeaderElectionConfigurationException("The timing below '" + property + "' cannot be safe: " + String
			.join("; ", ex.getProblems()), withoutUnit(property)
					+ "Correct the values. Setting lease-duration alone is always enough: the others derive from it",
				ex);
	}

	/** Explains durations below a property that are written as numbers. */
	private String withoutUnit(String property) {
		return Stream.of("lease-duration", "renew-interval", "operation-timeout", "safety-margin", "retry-interval")
			.map((key) -> property + "." + key)
			.filter((key) -> this.environment.getProperty(key, "").matches("[0-9]+"))
			.map((key) -> key + "=" + this.environment.getProperty(key)
					+ " has no unit, which means milliseconds: write " + this.environment.getProperty(key)
					+ "s for seconds. ")
			.collect(Collectors.joining());
	}

	private static Tenure tenure(Source source, ElectionTiming timing) {
		Duration maxTerm = maxTerm(source, timing);
		CronExpression cron = relinquishCron(source);
		ZoneId zone = relinquishZone(source);
		return (maxTerm != null || cron != null) ? new RelinquishSchedule(maxTerm, cron, zone) : Tenure.UNLIMITED;
	}

	private static @Nullable Duration maxTerm(Source source, ElectionTiming timing) {
		Duration maxTerm = source.value(ElectionProperties::maxTerm);
		if (maxTerm == null || maxTerm.isZero()) {
			return null;
		}
		if (maxTerm.isNegative() || maxTerm.compareTo(LONGEST_TERM) > 0) {
			throw source.invalid("max-term", text(maxTerm), "Use a duration up to 36500d, or 0s for any time");
		}
		if (maxTerm.compareTo(timing.renewInterval()) <= 0) {
			throw source.invalid("max-term", text(maxTerm),
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

	private static @Nullable CronExpression relinquishCron(Source source) {
		String cron = source.value(ElectionProperties::relinquishCron);
		if (!StringUtils.hasText(cron) || cron.trim().equals(NEVER)) {
			return null;
		}
		CronExpression expression = parsed(cron.trim(), source);
		if (expression.next(ANY_DAY.atZone(ZoneId.of("UTC"))) == null) {
			throw source.invalid("relinquish-cron", "'" + cron + "', which never matches", "Correct day and month");
		}
		return expression;
	}

	private static CronExpression parsed(String cron, Source source) {
		try {
			return CronExpression.parse(cron);
		}
		catch (IllegalArgumentException ex) {
			boolean unixStyle = StringUtils.tokenizeToStringArray(cron, " ").length == 5;
			throw source.invalid("relinquish-cron",
					"'" + cron + "', which is not a cron expression: " + ex.getMessage(),
					unixStyle ? "Put the seconds in front: 0 " + cron
							: "Use six fields (second, minute, hour, day of month, month, day of week), "
									+ "such as 0 0 3 * * MON-FRI");
		}
	}

	private static ZoneId relinquishZone(Source source) {
		String zone = source.value(ElectionProperties::relinquishZone);
		if (!StringUtils.hasText(zone)) {
			return ZoneId.systemDefault();
		}
		try {
			return ZoneId.of(zone.trim());
		}
		catch (DateTimeException ex) {
			throw source.invalid("relinquish-zone", "'" + zone + "', which is not a time zone",
					"Use a region such as Europe/Berlin, or UTC");
		}
	}

	private static EligibilityLoop.Rule eligibility(Source source) {
		Duration after = source.value(ElectionProperties::ineligibleAfter);
		if (after != null
				&& (after.compareTo(SHORTEST_INELIGIBLE_AFTER) < 0 || after.compareTo(LONGEST_INELIGIBLE_AFTER) > 0)) {
			throw source.invalid("ineligible-after", after,
					"Use a duration between 100ms and 1d; an instance is checked four times within it");
		}
		List<String> names = source.value(ElectionProperties::eligibleWhen);
		return new EligibilityLoop.Rule(
				(names != null) ? names.stream().map(String::trim).filter(StringUtils::hasText).toList() : List.of(),
				(after != null) ? after : DEFAULT_INELIGIBLE_AFTER);
	}

	/** Returns the preference. Partitions are spread unless configured otherwise. */
	private static @Nullable Preference preference(Source source, ElectionTiming timing) {
		Integer priority = source.value(ElectionProperties::priority);
		Boolean configured = source.value(ElectionProperties::spread);
		boolean spread = (configured != null) ? configured
				: source.own().partitions() != null && source.common().mode() == ElectionMode.ELECT;
		Duration preemptAfter = source.value(ElectionProperties::preemptAfter);
		if (preemptAfter != null && preemptAfter.isNegative()) {
			throw source.invalid("preempt-after", preemptAfter, "Use a duration of zero or more, such as 15s");
		}
		if (priority == null && !spread) {
			return null;
		}
		checkPreference(source, priority, spread);
		return new Preference((priority != null) ? priority : 0, spread,
				(preemptAfter != null) ? preemptAfter : timing.lease());
	}

	private static void checkPreference(Source source, @Nullable Integer priority, boolean spread) {
		if (spread && source.common().mode() == ElectionMode.ALWAYS) {
			throw new LeaderElectionConfigurationException(
					source.property()
							+ ".spread is true, but leader-election.mode is always, so every instance leads everything",
					"Remove spread, or set leader-election.mode to elect");
		}
		for (String key : List.of(Preference.PRIORITY, Preference.MAX_LED)) {
			if (source.common().metadata().containsKey(key)) {
				throw new LeaderElectionConfigurationException(
						"leader-election.metadata." + key
								+ " is set, but instances exchange their preferences under that key",
						"Give the metadata another name, or set leader-election." + key + " instead");
			}
		}
		Duration maxTerm = source.value(ElectionProperties::maxTerm);
		if (priority != null && priority > 0 && maxTerm != null && !maxTerm.isZero()) {
			logger.warn(
					"Below '{}' there are a priority and a max-term: the preferred instance hands over after "
							+ "max-term and takes over again once another has led for preempt-after",
					source.property());
		}
	}

	/**
	 * Checks that a store supports the settings.
	 * @param settings the settings
	 * @param traits the traits of the store
	 * @throws LeaderElectionConfigurationException if the store keeps no checkpoints that
	 * the settings need, or no leases of their duration
	 */
	void checkFor(LeaderElectionSettings settings, StoreTraits traits) {
		Map<String, Integer> partitions = settings.partitions();
		if (!partitions.isEmpty() && !traits.checkpoints()) {
			throw new LeaderElectionConfigurationException(
					below(partitions.keySet().iterator().next()) + ".partitions is set, but the store '" + traits.name()
							+ "' keeps no checkpoints, in which the number of partitions is noted",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or use another store");
		}
		if (settings.isAnyPreferred() && !traits.checkpoints()) {
			throw new LeaderElectionConfigurationException(
					"leader-election.priority or spread is set, but the store '" + traits.name()
							+ "' keeps no checkpoints, in which a leader notes to whom it handed over",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or remove priority and "
							+ "spread");
		}
		checkLease(ROOT, settings.common(), traits);
		settings.elections().forEach((name, election) -> checkLease(below(name), election, traits));
	}

	private void checkLease(String property, ElectionSettings election, StoreTraits traits) {
		try {
			election.timing().checkedFor(traits);
		}
		catch (InvalidTimingException ex) {
			throw invalidTiming(property, ex);
		}
	}

	/**
	 * Returns the namespace.
	 * @param settings the settings
	 * @param reach which instances can contend through the store
	 * @return the namespace
	 * @throws LeaderElectionConfigurationException if it is not legal, or if the store
	 * needs one and there is none
	 */
	String namespace(LeaderElectionSettings settings, Reach reach) {
		String property = NAMESPACE;
		String namespace = settings.namespace();
		if (!StringUtils.hasText(namespace)) {
			property = APPLICATION_NAME;
			namespace = Binder.get(this.environment).bind(APPLICATION_NAME, String.class).orElse(null);
			PropertyChecks.requireResolved(property, namespace);
		}
		if (StringUtils.hasText(namespace)) {
			return legal(property, namespace, ElectionKey::checkNamespace);
		}
		if (reach == Reach.SHARED) {
			throw new LeaderElectionConfigurationException(
					"Neither " + NAMESPACE + " nor " + APPLICATION_NAME + " is set, so elections of other applications "
							+ "in the same store could not be distinguished from those of this one",
					"Set " + APPLICATION_NAME + " or " + NAMESPACE + " to the same value on every instance");
		}
		return "default";
	}

	/** Returns the preferences, and warns about a limit that limits nothing. */
	static Preferences preferences(LeaderElectionSettings settings) {
		if (settings.maxLed() != Distribution.UNLIMITED && !settings.isAnyPreferred()) {
			logger.warn(
					"leader-election.max-led is {}, but it limits only what an instance requests, and no election "
							+ "has a priority or is spread. Set leader-election.spread to true, or remove max-led",
					settings.maxLed());
		}
		return new Preferences((election) -> settings.of(election).preference(), settings.maxLed(),
				settings.spreadDelay());
	}

	/**
	 * Checks that all names of health exist, and that none includes the health of leader
	 * election.
	 * @param settings the settings
	 * @param health the available health, or {@code null}
	 * @throws LeaderElectionConfigurationException if a name cannot be used
	 */
	static void checkHealth(LeaderElectionSettings settings, @Nullable HealthNames health) {
		checkHealth(ROOT, settings.common(), health);
		settings.elections().forEach((name, election) -> checkHealth(below(name), election, health));
	}

	private static void checkHealth(String property, ElectionSettings election, @Nullable HealthNames health) {
		for (String name : election.eligibility().healthNames()) {
			String where = property + ".eligible-when names '" + name + "', ";
			if (health == null) {
				throw new LeaderElectionConfigurationException(where + "but the application has no health contributors",
						"Add spring-boot-starter-actuator, or use a LeadershipEligibility bean");
			}
			if (health.includesElections(name)) {
				throw new LeaderElectionConfigurationException(
						where + "which includes 'leader', the health of leader election itself",
						"Name what this instance needs in order to lead, or exclude 'leader' from the group");
			}
			if (!health.exists(name)) {
				throw new LeaderElectionConfigurationException(
						where + "which is neither a health contributor nor a health group",
						"Use one of: " + String.join(", ", health.names()));
			}
		}
	}

	/**
	 * Where the settings of an election come from.
	 *
	 * @param property the prefix of the properties
	 * @param own the properties of the election
	 * @param common the properties of all elections
	 */
	private record Source(String property, ElectionProperties own, LeaderElectionProperties common) {

		/** Returns the own value, otherwise the common one. */
		<T> @Nullable T value(Function<ElectionProperties, @Nullable T> key) {
			T value = key.apply(this.own);
			return (value != null) ? value : key.apply(this.common);
		}

		LeaderElectionConfigurationException invalid(String key, Object value, String action) {
			return new LeaderElectionConfigurationException(this.property + "." + key + " is " + value, action);
		}

	}

}
