/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.stall;

import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.guard.GuardContributor;
import io.leaderelection.guard.GuardFeature;
import io.leaderelection.guard.GuardSettings;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the watch for guarded calls that take too long.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionStallAutoConfiguration {

	private static final String STALLS = BeanNames.PREFIX + "leaderElectionStalls";

	@Bean(STALLS)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Lazy
	static GuardFeature leaderElectionStalls(ConfigurableBeanFactory beanFactory, GuardSettings settings,
			ObjectProvider<TimeSystem> clocks) {
		return new Stalls(beanFactory, settings, () -> clocks.getIfUnique(TimeSystem::system));
	}

	/** Begins after a tick, whose notes do not count towards the duration. */
	@Bean(BeanNames.PREFIX + "leaderElectionStallContributor")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(2)
	static GuardContributor leaderElectionStallContributor(BeanFactory beanFactory) {
		return (method) -> method.annotation().maxDuration().isEmpty() ? null
				: beanFactory.getBean(STALLS, GuardFeature.class);
	}

}
