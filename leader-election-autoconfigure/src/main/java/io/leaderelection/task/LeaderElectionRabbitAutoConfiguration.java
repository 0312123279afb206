/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;

import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for the containers of {@code @RabbitListener} that start on the
 * leader.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(RabbitListenerEndpointRegistry.class)
public final class LeaderElectionRabbitAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionRabbitListenerContainers")
	ListenerContainers leaderElectionRabbitListenerContainers(ListableBeanFactory beanFactory) {
		return new RegisteredContainers<>(beanFactory, RabbitListenerEndpointRegistry.class,
				RabbitListenerEndpointRegistry::getListenerContainer,
				RabbitListenerEndpointRegistry::getListenerContainerIds);
	}

}
