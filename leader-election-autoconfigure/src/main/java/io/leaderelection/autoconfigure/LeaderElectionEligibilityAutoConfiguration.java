/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.eligibility.HealthNames;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.health.registry.ReactiveHealthContributorRegistry;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health checks that make an instance eligible to lead.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({ HealthContributorRegistry.class, HealthContributors.class })
@ConditionalOnBean(type = "org.springframework.boot.health.registry.HealthContributorRegistry")
public final class LeaderElectionEligibilityAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionHealthNames")
	HealthNames leaderElectionHealthNames(HealthContributorRegistry registry,
			ObjectProvider<ReactiveHealthContributorRegistry> reactiveRegistry,
			ObjectProvider<HealthEndpointGroups> groups, ObjectProvider<StatusAggregator> aggregator) {
		ReactiveHealthContributorRegistry reactive = reactiveRegistry.getIfAvailable();
		HealthContributors contributors = (reactive != null)
				? HealthContributors.of(registry, reactive.asHealthContributors()) : registry;
		return new HealthNames(contributors, groups.getIfAvailable(),
				aggregator.getIfUnique(StatusAggregator::getDefault));
	}

}
