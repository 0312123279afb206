/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.Partition;
import io.leaderelection.eligibility.EligibilityLoop;
import io.leaderelection.eligibility.HealthNames;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The configured checks that make an instance eligible to lead each election.
 */
final class EligibilitySettings {

	private static final Duration DEFAULT = Duration.ofSeconds(10);

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration LONGEST = Duration.ofDays(1);

	private final Configured common;

	private final Map<String, Configured> elections = new LinkedHashMap<>();

	/**
	 * Checks the properties of all elections.
	 * @param property the prefix of the properties
	 * @param properties the properties
	 * @throws LeaderElectionConfigurationException if the duration is not valid
	 */
	EligibilitySettings(String property, ElectionProperties properties) {
		this.common = complete(property, properties,
				new Configured(property(property), new EligibilityLoop.Rule(List.of(), DEFAULT)));
	}

	/**
	 * Checks the properties of one election, and adds the values that it inherits.
	 * @param election the name of the election
	 * @param property the prefix of the properties
	 * @param properties the properties
	 * @throws LeaderElectionConfigurationException if the duration is not valid
	 */
	void add(String election, String property, ElectionProperties properties) {
		this.elections.put(election, complete(property, properties, this.common));
	}

	private static String property(String above) {
		return above + ".eligible-when";
	}

	private static Configured complete(String property, ElectionProperties own, Configured inherited) {
		Duration after = own.getIneligibleAfter();
		if (after == null) {
			after = inherited.rule().ineligibleAfter();
		}
		else if (after.compareTo(SHORTEST) < 0 || after.compareTo(LONGEST) > 0) {
			throw new LeaderElectionConfigurationException(property + ".ineligible-after is " + after,
					"Use a duration between 100ms and 1d; an instance is checked four times within it");
		}
		List<String> names = own.getEligibleWhen();
		if (names == null) {
			return new Configured(inherited.property(),
					new EligibilityLoop.Rule(inherited.rule().healthNames(), after));
		}
		return new Configured(property(property), new EligibilityLoop.Rule(
				names.stream().map(String::trim).filter((name) -> !name.isEmpty()).toList(), after));
	}

	EligibilityLoop.Rule rule(String election) {
		return this.elections.getOrDefault(Partition.electionOf(election), this.common).rule();
	}

	/** Returns the health that elections name, or {@code null} if none does. */
	@Nullable HealthNames health(ObjectProvider<HealthNames> health) {
		boolean named = all().stream().anyMatch((one) -> !one.rule().healthNames().isEmpty());
		return named ? health.getIfAvailable() : null;
	}

	private List<Configured> all() {
		List<Configured> all = new ArrayList<>(this.elections.values());
		all.add(0, this.common);
		return all;
	}

	/**
	 * Checks that all names exist, and that none includes the health of leader election.
	 * @param health the available health, or {@code null}
	 * @throws LeaderElectionConfigurationException if a name cannot be used
	 */
	void check(@Nullable HealthNames health) {
		for (Configured one : all()) {
			for (String name : one.rule().healthNames()) {
				check(one.property() + " names '" + name + "', ", name, health);
			}
		}
	}

	private static void check(String where, String name, @Nullable HealthNames health) {
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

	/**
	 * The rule of an election, and the property that sets it.
	 *
	 * @param property the property that names the health
	 * @param rule the rule
	 */
	private record Configured(String property, EligibilityLoop.Rule rule) {

	}

}
