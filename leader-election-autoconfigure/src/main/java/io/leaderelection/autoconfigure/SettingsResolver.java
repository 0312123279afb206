/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.leaderelection.Partition;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Makes the settings from the properties, and refuses properties that are not valid by
 * themselves, together, or with the store.
 */
final class SettingsResolver {

	private static final Logger logger = LoggerFactory.getLogger(SettingsResolver.class);

	private static final String ROOT = ElectionProperties.PREFIX;

	private static final String NAMESPACE = ROOT + ".namespace";

	private static final String APPLICATION_NAME = "spring.application.name";

	static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

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
		Problems problems = new Problems();
		PropertyChecks.Bound bound = new PropertyChecks(this.environment).bind(problems);
		LeaderElectionProperties properties = bound.properties();
		checkCommon(properties, problems);
		Duration phaseTimeout = Binder.get(this.environment)
			.bind(PHASE_TIMEOUT, Duration.class)
			.orElse(DEFAULT_PHASE_TIMEOUT);
		ConfiguredElection common = problems
			.find(() -> new ElectionResolver(ROOT, bound.elections(), bound, phaseTimeout, this.environment).resolve());
		Map<String, ConfiguredElection> elections = new LinkedHashMap<>();
		properties.elections().forEach((name, election) -> problems.check(() -> {
			String property = below(name);
			legal(property, name, SettingsResolver::checkName);
			checkPartitions(property, name, election.partitions());
			// Otherwise each election would repeat the problem
			if (common != null) {
				elections.put(name,
						new ElectionResolver(property, election, bound, phaseTimeout, this.environment).resolve());
			}
		}));
		if (!problems.isEmpty() && isShared(properties)) {
			// Otherwise it is checked with the store, because not every store needs it
			problems.check(() -> namespace(properties.namespace(), Reach.SHARED));
		}
		problems.throwIfAny();
		Objects.requireNonNull(common);
		return new LeaderElectionSettings(properties.mode(), properties.backend(), properties.namespace(),
				properties.instanceName(), properties.defaultElection(), properties.vacancyThreshold(),
				bidLimits(properties, common.settings().timing()),
				Boolean.TRUE.equals(properties.metrics().partitions()), phaseTimeout,
				new CandidateMetadata(properties.metadata()), common, elections);
	}

	private static BidLimits bidLimits(LeaderElectionProperties properties, ElectionTiming common) {
		Integer maxLed = properties.maxLed();
		Duration spreadDelay = properties.spreadDelay();
		return new BidLimits((maxLed != null) ? maxLed : BidLimits.UNLIMITED,
				(spreadDelay != null) ? spreadDelay : common.lease().multipliedBy(2));
	}

	/** Checks what has one value for all elections. */
	private static void checkCommon(LeaderElectionProperties properties, Problems problems) {
		problems
			.check(() -> legal(ROOT + ".default-election", properties.defaultElection(), SettingsResolver::checkName));
		Duration vacancyThreshold = properties.vacancyThreshold();
		if (vacancyThreshold != null && (vacancyThreshold.isNegative() || vacancyThreshold.isZero())) {
			problems.add(ElectionResolver.invalid(ROOT, "vacancy-threshold", vacancyThreshold,
					"Use a duration above 0s, or leave it unset"));
		}
		Integer maxLed = properties.maxLed();
		if (maxLed != null && maxLed < 1) {
			problems.add(ElectionResolver.invalid(ROOT, "max-led", maxLed,
					"Use 1 or more, or leave it unset for any number"));
		}
		Duration spreadDelay = properties.spreadDelay();
		if (spreadDelay != null && spreadDelay.isNegative()) {
			problems.add(ElectionResolver.invalid(ROOT, "spread-delay", spreadDelay,
					"Use a duration of zero or more, such as 30s"));
		}
	}

	/** Returns whether a store is named that needs a namespace. */
	private static boolean isShared(LeaderElectionProperties properties) {
		String backend = properties.backend();
		return properties.mode() == ElectionMode.ELECT && StringUtils.hasText(backend)
				&& !StoreResolver.FALLBACK.equals(backend.trim()) && !backend.contains("${");
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

	private void checkLease(String property, ConfiguredElection election, StoreTraits traits) {
		try {
			election.settings().timing().checkedFor(traits);
		}
		catch (InvalidTimingException ex) {
			throw ElectionResolver.invalidTiming(property, ex, this.environment);
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
		return namespace(settings.namespace(), reach);
	}

	private String namespace(@Nullable String configured, Reach reach) {
		String property = NAMESPACE;
		String namespace = configured;
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

	/** Warns about a limit that limits nothing. */
	static void checkLimit(LeaderElectionSettings settings) {
		int maxLed = settings.bidLimits().maxLed();
		if (maxLed != BidLimits.UNLIMITED && !settings.isAnyPreferred()) {
			logger.warn(
					"leader-election.max-led is {}, but it limits only what an instance requests, and no election "
							+ "has a priority or is spread. Set leader-election.spread to true, or remove max-led",
					maxLed);
		}
	}

}
