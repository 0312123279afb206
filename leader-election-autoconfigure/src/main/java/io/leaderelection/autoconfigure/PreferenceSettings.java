/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.Partition;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.protocol.bid.Preferences;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preferences of this instance for elections, from the properties.
 */
final class PreferenceSettings {

	private static final Logger logger = LoggerFactory.getLogger(PreferenceSettings.class);

	private final LeaderElectionProperties properties;

	private final ElectionTiming timing;

	private final @Nullable Preference common;

	/** The preferences by election; other elections have the common preference. */
	private final Map<String, @Nullable Preference> own = new HashMap<>();

	/**
	 * Checks the properties of elections without their own settings.
	 * @param root the prefix of the properties
	 * @param properties the properties
	 * @param timing the durations of elections without their own settings
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	PreferenceSettings(String root, LeaderElectionProperties properties, ElectionTiming timing) {
		this.properties = properties;
		this.timing = timing;
		Integer maxLed = properties.getMaxLed();
		if (maxLed != null && maxLed < 1) {
			throw invalid(root, "max-led", maxLed, "Use 1 or more, or leave it unset for any number");
		}
		if (spreadDelay().isNegative()) {
			throw invalid(root, "spread-delay", spreadDelay(), "Use a duration of zero or more, such as 30s");
		}
		this.common = preference(root, properties, timing, false);
	}

	/**
	 * Adds an election with its own settings.
	 * @param name the name of the election
	 * @param property the prefix of its properties
	 * @param election its properties
	 * @param timing its durations
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	void add(String name, String property, SingleElectionProperties election, ElectionTiming timing) {
		this.own.put(name, preference(property, election, timing, election.getPartitions() != null));
	}

	/** Returns the preference. Partitions are spread unless configured otherwise. */
	private @Nullable Preference preference(String property, ElectionProperties election, ElectionTiming timing,
			boolean partitioned) {
		Integer priority = either(election.getPriority(), this.properties.getPriority());
		Boolean configured = either(election.getSpread(), this.properties.getSpread());
		boolean spread = (configured != null) ? configured
				: partitioned && this.properties.getMode() == ElectionMode.ELECT;
		Duration preemptAfter = either(election.getPreemptAfter(), this.properties.getPreemptAfter());
		if (preemptAfter != null && preemptAfter.isNegative()) {
			throw invalid(property, "preempt-after", preemptAfter, "Use a duration of zero or more, such as 15s");
		}
		if (priority == null && !spread) {
			return null;
		}
		check(property, election, priority, spread);
		return new Preference((priority != null) ? priority : 0, spread,
				(preemptAfter != null) ? preemptAfter : timing.lease());
	}

	private void check(String property, ElectionProperties election, @Nullable Integer priority, boolean spread) {
		if (spread && this.properties.getMode() == ElectionMode.ALWAYS) {
			throw new LeaderElectionConfigurationException(property
					+ ".spread is true, but leader-election.mode is always, so every instance leads everything",
					"Remove spread, or set leader-election.mode to elect");
		}
		for (String key : List.of(Preference.PRIORITY, Preference.MAX_LED)) {
			if (this.properties.getMetadata().containsKey(key)) {
				throw new LeaderElectionConfigurationException(
						"leader-election.metadata." + key
								+ " is set, but instances exchange their preferences under that key",
						"Give the metadata another name, or set leader-election." + key + " instead");
			}
		}
		Duration maxTerm = either(election.getMaxTerm(), this.properties.getMaxTerm());
		if (priority != null && priority > 0 && maxTerm != null && !maxTerm.isZero()) {
			logger.warn("Below '{}' there are a priority and a max-term: the preferred instance hands over after "
					+ "max-term and takes over again once another has led for preempt-after", property);
		}
	}

	/**
	 * Checks that the store supports the preferences.
	 * @param traits the traits of the store
	 * @throws LeaderElectionConfigurationException if it keeps no checkpoints
	 */
	void checkFor(StoreTraits traits) {
		if (isAnyPreferred() && !traits.checkpoints()) {
			throw new LeaderElectionConfigurationException(
					"leader-election.priority or spread is set, but the store '" + traits.name()
							+ "' keeps no checkpoints, in which a leader notes to whom it handed over",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or remove priority and "
							+ "spread");
		}
	}

	private boolean isAnyPreferred() {
		return this.common != null || this.own.values().stream().anyMatch(Objects::nonNull);
	}

	private Duration spreadDelay() {
		Duration delay = this.properties.getSpreadDelay();
		return (delay != null) ? delay : this.timing.lease().multipliedBy(2);
	}

	/**
	 * Returns the preferences of the engine.
	 * @return the preferences
	 */
	Preferences preferences() {
		Integer maxLed = this.properties.getMaxLed();
		if (maxLed != null && !isAnyPreferred()) {
			logger.warn(
					"leader-election.max-led is {}, but it limits only what an instance requests, and no election "
							+ "has a priority or is spread. Set leader-election.spread to true, or remove max-led",
					maxLed);
		}
		return new Preferences(this::of, (maxLed != null) ? maxLed : Distribution.UNLIMITED, spreadDelay());
	}

	private @Nullable Preference of(String name) {
		String election = Partition.electionOf(name);
		return this.own.containsKey(election) ? this.own.get(election) : this.common;
	}

	private static <T> @Nullable T either(@Nullable T own, @Nullable T inherited) {
		return (own != null) ? own : inherited;
	}

	private static LeaderElectionConfigurationException invalid(String property, String name, Object value,
			String action) {
		return new LeaderElectionConfigurationException(property + "." + name + " is " + value, action);
	}

}
