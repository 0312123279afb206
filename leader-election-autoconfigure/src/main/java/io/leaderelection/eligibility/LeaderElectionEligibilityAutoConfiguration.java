/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.ChildContext;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.scan.ElectionClaims;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.health.registry.ReactiveHealthContributorRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration of what makes an instance eligible to lead: beans of the application
 * and health checks.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionEligibilityAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionEligibilityClaims")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(0)
	static ElectionClaims.Source leaderElectionEligibilityClaims(ConfigurableApplicationContext context,
			LeaderElectionSettings settings) {
		SingletonSupplier<Boolean> used = SingletonSupplier.of(() -> isUsed(context, settings));
		SingletonSupplier<ElectionClaims> claims = SingletonSupplier.of(() -> new EligibilityClaims(context, settings));
		return (bean) -> used.obtain() ? claims.obtain() : null;
	}

	private static boolean isUsed(ConfigurableApplicationContext context, LeaderElectionSettings settings) {
		ChildContext child = ChildContext.of(context);
		if (child != null) {
			child.refuse(LeadershipEligibility.class);
			return false;
		}
		return settings.namesHealth()
				|| BeanFactoryUtils.beanNamesForTypeIncludingAncestors(context, LeadershipEligibility.class).length > 0;
	}

	/**
	 * The health checks.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthContributorRegistry.class, HealthContributors.class })
	@ConditionalOnBean(type = "org.springframework.boot.health.registry.HealthContributorRegistry")
	static class HealthConfiguration {

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

}
