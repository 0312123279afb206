/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.jms.config.JmsListenerEndpointRegistry;

/**
 * Auto-configuration for the containers of {@code @JmsListener} that start on the leader.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(JmsListenerEndpointRegistry.class)
public final class LeaderElectionJmsAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionJmsListenerContainers")
	ListenerContainers leaderElectionJmsListenerContainers(ListableBeanFactory beanFactory) {
		return new RegisteredContainers<>(beanFactory, JmsListenerEndpointRegistry.class,
				JmsListenerEndpointRegistry::getListenerContainer,
				JmsListenerEndpointRegistry::getListenerContainerIds);
	}

}
