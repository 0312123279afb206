/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * What is to be asked to know whether this instance is fit to lead an election: the
 * health it is bound to, and the application's own beans. Elections bound to the same
 * health share the question.
 */
final class EligibilityQuestions {

	private final ElectionSettings settings;

	private final ObjectProvider<NamedHealth> health;

	private final ObjectProvider<LeadershipEligibility> beans;

	EligibilityQuestions(ElectionSettings settings, ObjectProvider<NamedHealth> health,
			ObjectProvider<LeadershipEligibility> beans) {
		this.settings = settings;
		this.health = health;
		this.beans = beans;
	}

	/**
	 * Checks that all names mean something.
	 * @throws LeaderElectionConfigurationException if one does not
	 */
	void check() {
		for (EligibilitySettings settings : this.settings.eligibilities()) {
			if (!settings.eligibleWhen().isEmpty()) {
				check(settings, this.health.getIfAvailable());
			}
		}
	}

	private static void check(EligibilitySettings settings, @Nullable NamedHealth health) {
		for (String name : settings.eligibleWhen()) {
			if (health == null) {
				throw new LeaderElectionConfigurationException(
						settings.property() + " names '" + name + "', but the application has no health contributors",
						"Add spring-boot-starter-actuator, or use a LeadershipEligibility bean");
			}
			if (health.includesElections(name)) {
				throw new LeaderElectionConfigurationException(
						settings.property() + " names '" + name + "', which includes 'leader', the health of leader "
								+ "election itself",
						"Name what this instance needs in order to lead, or exclude 'leader' from the group");
			}
			if (!health.exists(name)) {
				throw new LeaderElectionConfigurationException(
						settings.property() + " names '" + name
								+ "', which is neither a health contributor nor a health group",
						"Use one of: " + String.join(", ", health.names()));
			}
		}
	}

	/** Whether there is anything to ask for any election, also those joined later. */
	boolean any() {
		for (EligibilitySettings settings : this.settings.eligibilities()) {
			if (!settings.eligibleWhen().isEmpty()) {
				return true;
			}
		}
		return this.beans.stream().findAny().isPresent();
	}

	/**
	 * The checks of an election, which may be none.
	 * @param election the name of the election
	 * @param ticker counts their patience
	 * @param shared the checks of elections that share them; added to
	 */
	List<EligibilityCheck> checks(String election, Ticker ticker, Map<Question, EligibilityCheck> shared) {
		EligibilitySettings settings = this.settings.eligibility(election);
		NamedHealth health = this.health.getIfAvailable();
		List<LeadershipEligibility> beans = this.beans.orderedStream().toList();
		List<EligibilityCheck> checks = new ArrayList<>();
		if (!settings.eligibleWhen().isEmpty() && health != null) {
			Question question = new Question(settings.eligibleWhen(), settings.ineligibleAfter());
			checks.add(shared.computeIfAbsent(question,
					(absent) -> new EligibilityCheck(() -> troubleOf(health, settings.eligibleWhen()),
							settings.ineligibleAfter(), ticker)));
		}
		if (!beans.isEmpty()) {
			checks.add(new EligibilityCheck(() -> refusalOf(beans, election), settings.ineligibleAfter(), ticker));
		}
		return checks;
	}

	/**
	 * What elections share.
	 *
	 * @param names the health that is asked for
	 * @param patience how long it may be ill
	 */
	record Question(List<String> names, Duration patience) {

	}

	private static @Nullable String troubleOf(NamedHealth health, List<String> names) {
		for (String name : names) {
			String trouble = health.trouble(name);
			if (trouble != null) {
				return trouble;
			}
		}
		return null;
	}

	private static @Nullable String refusalOf(List<LeadershipEligibility> beans, String election) {
		for (LeadershipEligibility bean : beans) {
			if (!bean.isEligible(election)) {
				return bean.getClass().getName() + " says so";
			}
		}
		return null;
	}

}
