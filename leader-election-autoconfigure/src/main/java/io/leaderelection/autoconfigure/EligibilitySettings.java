/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What makes an instance fit to lead an election.
 *
 * @param property the property that names the contributors
 * @param eligibleWhen names of health contributors and groups, all of which must be well
 * @param ineligibleAfter how long they may be ill
 */
record EligibilitySettings(String property, List<String> eligibleWhen, Duration ineligibleAfter) {

	private static final String ELIGIBLE_WHEN = ".eligible-when";

	private static final Duration DEFAULT = Duration.ofSeconds(10);

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration LONGEST = Duration.ofDays(1);

	EligibilitySettings {
		eligibleWhen = List.copyOf(eligibleWhen);
	}

	/**
	 * Checks the properties of an election, and completes them by what it inherits.
	 * @param property what they are below
	 * @param own the properties
	 * @param inherited what is set for all, or {@code null} if these are
	 * @throws LeaderElectionConfigurationException if the duration makes no sense
	 */
	static EligibilitySettings of(String property, ElectionProperties own, @Nullable EligibilitySettings inherited) {
		EligibilitySettings base = (inherited != null) ? inherited
				: new EligibilitySettings(property + ELIGIBLE_WHEN, List.of(), DEFAULT);
		Duration after = own.getIneligibleAfter();
		if (after == null) {
			after = base.ineligibleAfter();
		}
		else if (after.compareTo(SHORTEST) < 0 || after.compareTo(LONGEST) > 0) {
			throw new LeaderElectionConfigurationException(property + ".ineligible-after is " + after,
					"Use a duration between 100ms and 1d; an instance is asked four times within it");
		}
		List<String> names = own.getEligibleWhen();
		if (names == null) {
			return new EligibilitySettings(base.property(), base.eligibleWhen(), after);
		}
		return new EligibilitySettings(property + ELIGIBLE_WHEN,
				names.stream().map(String::trim).filter((name) -> !name.isEmpty()).toList(), after);
	}

}
