/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.ConfiguredElection;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Adds the checks of eligibility to the context, and refuses names of health that do not
 * exist. Names no elections.
 */
final class EligibilityClaims implements ElectionClaims {

	private static final String BEAN_NAME = BeanNames.PREFIX + "leaderElectionEligibility";

	private static final String ROOT = "leader-election";

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final LeaderElectionSettings settings;

	private final @Nullable HealthNames health;

	/**
	 * Creates the claims.
	 * @param context contains the health, the application's own beans to ask and the time
	 * system
	 * @param settings the names of health by election
	 * @throws LeaderElectionConfigurationException if a name of health cannot be used
	 */
	EligibilityClaims(ConfigurableApplicationContext context, LeaderElectionSettings settings) {
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		this.context = context;
		this.beanFactory = beanFactory;
		this.settings = settings;
		this.health = settings.namesHealth() ? beanFactory.getBeanProvider(HealthNames.class).getIfAvailable() : null;
		check(ROOT, settings.common(), this.health);
		settings.elections()
			.forEach((name, election) -> check(ROOT + ".elections[" + name + "]", election, this.health));
	}

	private static void check(String property, ConfiguredElection election, @Nullable HealthNames health) {
		for (String name : election.eligibleWhen()) {
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

	@Override
	public void begin(LeaderElections elections) {
		if (this.settings.contends()) {
			EligibilityLoop loop = new EligibilityLoop(elections, this::rule, () -> this.health,
					this.beanFactory.getBeanProvider(LeadershipEligibility.class),
					this.beanFactory.getBeanProvider(TimeSystem.class).getIfUnique(TimeSystem::system));
			this.beanFactory.registerSingleton(BEAN_NAME, loop);
			// Not found as a bean: it exists only now
			this.context.addApplicationListener(loop);
		}
	}

	private EligibilityLoop.Rule rule(String election) {
		ConfiguredElection configured = this.settings.of(election);
		return new EligibilityLoop.Rule(configured.eligibleWhen(), configured.ineligibleAfter());
	}

}
