/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.ListenerContainers;

import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/**
 * Auto-configuration that lets listener containers of Kafka and RabbitMQ be started on
 * the leader by their ids.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
public final class LeaderElectionListenerContainerAutoConfiguration {

	/**
	 * Containers of {@code @KafkaListener}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(KafkaListenerEndpointRegistry.class)
	static class KafkaConfiguration {

		@Bean
		ListenerContainers leaderElectionKafkaListenerContainers(ListableBeanFactory beanFactory) {
			return new RegisteredContainers<>(beanFactory, KafkaListenerEndpointRegistry.class,
					KafkaListenerEndpointRegistry::getListenerContainer,
					KafkaListenerEndpointRegistry::getListenerContainerIds);
		}

	}

	/**
	 * Containers of {@code @RabbitListener}.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RabbitListenerEndpointRegistry.class)
	static class RabbitConfiguration {

		@Bean
		ListenerContainers leaderElectionRabbitListenerContainers(ListableBeanFactory beanFactory) {
			return new RegisteredContainers<>(beanFactory, RabbitListenerEndpointRegistry.class,
					RabbitListenerEndpointRegistry::getListenerContainer,
					RabbitListenerEndpointRegistry::getListenerContainerIds);
		}

	}

}
