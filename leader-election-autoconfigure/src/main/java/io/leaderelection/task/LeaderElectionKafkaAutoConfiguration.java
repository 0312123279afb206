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
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/**
 * Auto-configuration for the containers of {@code @KafkaListener} that start on the
 * leader.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(KafkaListenerEndpointRegistry.class)
public final class LeaderElectionKafkaAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionKafkaListenerContainers")
	ListenerContainers leaderElectionKafkaListenerContainers(ListableBeanFactory beanFactory) {
		return new RegisteredContainers<>(beanFactory, KafkaListenerEndpointRegistry.class,
				KafkaListenerEndpointRegistry::getListenerContainer,
				KafkaListenerEndpointRegistry::getListenerContainerIds);
	}

}
