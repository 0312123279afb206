/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.Map;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.StartOnLeader;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for listener containers of Spring projects that leadership starts and stops. They
 * find no brokers, which does not keep them from running.
 */
class ListenerContainerTests extends TaskHarness {

	private static final String NOWHERE = "localhost:1";

	@Override
	ApplicationContextRunner runner() {
		return super.runner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionKafkaAutoConfiguration.class,
					LeaderElectionRabbitAutoConfiguration.class))
			.withPropertyValues("leader-election.cool-down=1h", "orders.auto=false");
	}

	private static Lifecycle kafka(ApplicationContext context) {
		return existing(context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("orders"));
	}

	private static Lifecycle rabbit(ApplicationContext context) {
		return existing(context.getBean(RabbitListenerEndpointRegistry.class).getListenerContainer("orders"));
	}

	private static Lifecycle existing(@Nullable Lifecycle container) {
		assertThat(container).isNotNull();
		return container;
	}

	private static void runsInItsTermOnly(ApplicationContext context, Lifecycle container) {
		Awaitility.await().until(container::isRunning);
		assertThat(election(context, "billing").isLeader()).isTrue();
		stepDown(context, "billing");
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	void containerOfKafkaRunsInItsTerm() {
		runner().withUserConfiguration(Kafka.class, ByAnnotation.class)
			.run((context) -> runsInItsTermOnly(context, kafka(context)));
	}

	@Test
	void containerOfRabbitRunsInItsTerm() {
		runner().withUserConfiguration(Rabbit.class)
			.withPropertyValues("leader-election.elections.billing.start=orders")
			.run((context) -> runsInItsTermOnly(context, rabbit(context)));
	}

	@Test
	void autoStartingContainerIsRefused() {
		assertRefused(
				runner().withUserConfiguration(Kafka.class, ByAnnotation.class).withPropertyValues("orders.auto=true"),
				"listener container 'orders'", "starts by itself", "autoStartup = \"false\"");
		assertRefused(
				runner().withUserConfiguration(Rabbit.class, ByAnnotation.class).withPropertyValues("orders.auto=true"),
				"listener container 'orders'", "starts by itself", "autoStartup = \"false\"");
	}

	@Test
	void unknownContainerIsRefusedWithTheKnownOnes() {
		assertRefused(
				runner().withUserConfiguration(Kafka.class)
					.withPropertyValues("leader-election.elections.billing.start=order"),
				"leader-election.elections[billing].start", "'order'", "Known ids: orders");
	}

	@Test
	void idOfTwoContainersIsRefused() {
		assertRefused(runner().withUserConfiguration(Kafka.class, Rabbit.class, ByAnnotation.class), "'orders'",
				"several listener containers");
	}

	@Test
	void worksWithoutAnyOfThem() {
		runner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionJmsAutoConfiguration.class,
					LeaderElectionIntegrationAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("org.springframework.kafka", "org.springframework.amqp",
					"org.springframework.jms", "org.springframework.integration"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LeaderElections.class));
	}

	@Configuration(proxyBeanMethods = false)
	@StartOnLeader(value = "billing", containers = "orders")
	static class ByAnnotation {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableKafka
	static class Kafka {

		@Bean
		ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory() {
			ConcurrentKafkaListenerContainerFactory<String, String> factory = new ConcurrentKafkaListenerContainerFactory<>();
			factory.setConsumerFactory(
					new DefaultKafkaConsumerFactory<>(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, NOWHERE),
							new StringDeserializer(), new StringDeserializer()));
			return factory;
		}

		@KafkaListener(id = "orders", topics = "orders", autoStartup = "${orders.auto}")
		void listen(String message) {
			throw new IllegalStateException("There is no broker, but a message: " + message);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableRabbit
	static class Rabbit {

		@Bean
		SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory() {
			SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
			factory.setConnectionFactory(new CachingConnectionFactory("localhost", 1));
			return factory;
		}

		@RabbitListener(id = "orders", queues = "orders", autoStartup = "${orders.auto}")
		void listen(String message) {
			throw new IllegalStateException("There is no broker, but a message: " + message);
		}

	}

}
