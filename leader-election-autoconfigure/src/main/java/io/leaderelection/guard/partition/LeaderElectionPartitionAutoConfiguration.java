/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.partition;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.guard.GuardContributor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/**
 * Auto-configuration of methods that the partition of a key guards.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionPartitionAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionPartitionRoutes")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static GuardContributor leaderElectionPartitionRoutes(ConfigurableBeanFactory beanFactory,
			ObjectProvider<LeaderElections> elections) {
		return (method) -> method.annotation().partitionKey().isEmpty() ? null
				: new PartitionRoutes(beanFactory, elections::getObject);
	}

}
