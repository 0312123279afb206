/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.health.registry.ReactiveHealthContributorRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of what keeps an instance from leading while it is not fit to.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnBean({ LeaderElections.class, ElectionSettings.class })
public final class LeaderElectionEligibilityAutoConfiguration {

	@Bean
	static LazyInitializationExcludeFilter leaderElectionEligibilityLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(EligibilityMonitor.class);
	}

	@Bean
	EligibilityMonitor leaderElectionEligibilityMonitor(LeaderElections elections, ElectionSettings settings,
			ObjectProvider<NamedHealth> health, ObjectProvider<LeadershipEligibility> beans,
			ObjectProvider<TimeSystem> time) {
		return new EligibilityMonitor(elections, new EligibilityQuestions(settings, health::getIfAvailable, beans),
				settings.mode(), time.getIfUnique(TimeSystem::system));
	}

	/**
	 * Health by name.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthContributorRegistry.class, HealthContributors.class })
	@ConditionalOnBean(type = "org.springframework.boot.health.registry.HealthContributorRegistry")
	static class HealthConfiguration {

		@Bean
		NamedHealth leaderElectionNamedHealth(HealthContributorRegistry registry,
				ObjectProvider<ReactiveHealthContributorRegistry> reactiveRegistry,
				ObjectProvider<HealthEndpointGroups> groups, ObjectProvider<StatusAggregator> aggregator) {
			ReactiveHealthContributorRegistry reactive = reactiveRegistry.getIfAvailable();
			HealthContributors contributors = (reactive != null)
					? HealthContributors.of(registry, reactive.asHealthContributors()) : registry;
			return new ContributedHealth(contributors, groups.getIfAvailable(),
					aggregator.getIfUnique(StatusAggregator::getDefault));
		}

	}

}
