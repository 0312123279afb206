/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.ElectionState;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.config.JmsListenerEndpointRegistry;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.MessageListenerContainer;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the containers of {@code @JmsListener}, with an embedded broker.
 */
class JmsListenerTests extends TaskHarness {

	private static final String BROKER = "vm://21";

	private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

	private final JmsTemplate jms = new JmsTemplate(new ActiveMQConnectionFactory(BROKER));

	@BeforeEach
	void startBroker() throws Exception {
		this.broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false)
			.setSecurityEnabled(false)
			.addAcceptorConfiguration("vm", BROKER));
		this.broker.start();
	}

	@AfterEach
	void stopBroker() throws Exception {
		this.broker.stop();
	}

	@Override
	ApplicationContextRunner runner() {
		return super.runner().withConfiguration(AutoConfigurations.of(LeaderElectionJmsAutoConfiguration.class))
			.withUserConfiguration(Jms.class)
			.withPropertyValues("leader-election.elections.billing.start=orders", "leader-election.cool-down=1h",
					"orders.auto=false");
	}

	private static MessageListenerContainer container(ApplicationContext context) {
		MessageListenerContainer container = context.getBean(JmsListenerEndpointRegistry.class)
			.getListenerContainer("orders");
		assertThat(container).isNotNull();
		return container;
	}

	private static Jms listener(ApplicationContext context) {
		return context.getBean(Jms.class);
	}

	private void send(String... messages) {
		for (String message : messages) {
			this.jms.convertAndSend("orders", message);
		}
	}

	@Test
	void messagesAreConsumedOnTheLeaderOnly() {
		runner().run((leader) -> {
			Awaitility.await().until(container(leader)::isRunning);
			runner().run((follower) -> {
				assertThat(container(follower).isRunning()).isFalse();
				send("first");
				Awaitility.await().until(() -> listener(leader).messages.contains("first"));
				stepDown(leader, "billing");
				assertThat(container(leader).isRunning()).isFalse();
				send("second");
				Awaitility.await().until(() -> listener(follower).messages.contains("second"));
				assertThat(listener(leader).messages).containsExactly("first");
			});
		});
	}

	/** Messages that the broker has prefetched are delivered to the next leader. */
	@Test
	void handoverWaitsForTheMessageThatIsConsumed() {
		runner().run((leader) -> {
			CountDownLatch mayContinue = listener(leader).delay();
			runner().run((follower) -> {
				send("first", "second", "third");
				listener(leader).consuming.await();
				CompletableFuture<Void> done = election(leader, "billing").stepDown().toCompletableFuture();
				Awaitility.await().until(() -> !container(leader).isRunning());
				assertThat(done).isNotDone();
				assertThat(election(leader, "billing").status().state()).isEqualTo(ElectionState.DRAINING);
				mayContinue.countDown();
				done.join();
				assertThat(listener(leader).messages).containsExactly("first");
				Awaitility.await().until(() -> listener(follower).messages.size() == 2);
			});
		});
	}

	@Test
	void autoStartingContainerIsRefused() {
		assertRefused(runner().withPropertyValues("orders.auto=true"), "listener container 'orders'",
				"starts by itself", "spring.jms.listener.auto-startup=false");
	}

	@Test
	void unknownContainerIsRefusedWithTheKnownOnes() {
		assertRefused(runner().withPropertyValues("leader-election.elections.billing.start=order"), "'order'",
				"Known ids: orders");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableJms
	static class Jms {

		private final List<String> messages = new CopyOnWriteArrayList<>();

		private final CountDownLatch consuming = new CountDownLatch(1);

		private volatile CountDownLatch mayContinue = new CountDownLatch(0);

		CountDownLatch delay() {
			this.mayContinue = new CountDownLatch(1);
			return this.mayContinue;
		}

		@Bean
		DefaultJmsListenerContainerFactory jmsListenerContainerFactory(@Value("${orders.auto}") boolean autoStartup) {
			DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
			factory.setConnectionFactory(new ActiveMQConnectionFactory(BROKER));
			factory.setAutoStartup(autoStartup);
			return factory;
		}

		@JmsListener(id = "orders", destination = "orders")
		void listen(String message) throws InterruptedException {
			this.consuming.countDown();
			this.mayContinue.await();
			this.messages.add(message);
		}

	}

}
