/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.ChildContext;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.SmartLifecycleRoleController;

/**
 * Auto-configuration for the leader events of Spring Integration, which start and stop
 * the endpoints in a role.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(SmartLifecycleRoleController.class)
@ConditionalOnBean(LeaderElections.class)
@ConditionalOnBooleanProperty(name = "leader-election.integration.enabled", matchIfMissing = true)
public final class LeaderElectionIntegrationAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionIntegrationEvents")
	IntegrationEvents leaderElectionIntegrationEvents(ConfigurableApplicationContext context,
			LeaderElections elections) {
		ChildContext child = ChildContext.of(context);
		return new IntegrationEvents(context, (child != null) ? child.publisher() : context, elections);
	}

}
