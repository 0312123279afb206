/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.ReducedClassPath;
import io.leaderelection.guard.Contexts;
import io.leaderelection.store.ElectionKey;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.endpoint.AbstractEndpoint;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.support.SmartLifecycleRoleController;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.DefaultLockRegistry;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for Spring Integration endpoints in a role with the name of an election.
 */
class IntegrationEventsTests extends TaskHarness {

	/** Nobody leads again after a step-down until the test ends. */
	@Override
	ApplicationContextRunner runner() {
		return super.runner().withConfiguration(AutoConfigurations.of(LeaderElectionIntegrationAutoConfiguration.class))
			.withPropertyValues("leader-election.default-election=orders", "leader-election.cool-down=1h");
	}

	private ApplicationContextRunner withFlow() {
		return runner().withUserConfiguration(Flow.class).withPropertyValues("flow.auto=false");
	}

	private ApplicationContextRunner withEndpoint(Endpoint endpoint) {
		return runner().withUserConfiguration(Events.class).withBean(Endpoint.class, () -> endpoint);
	}

	private static SmartLifecycleRoleController roles(ApplicationContext context) {
		return context.getBean(SmartLifecycleRoleController.class);
	}

	private static Events events(ApplicationContext context) {
		return context.getBean(Events.class);
	}

	@Test
	void flowOfARoleConsumesInItsTermOnly() {
		withFlow().run((context) -> {
			Flow flow = context.getBean(Flow.class);
			flow.incoming.add("first");
			assertThat(flow.handled.poll(60, TimeUnit.SECONDS)).isEqualTo("first");
			assertThat(election(context, "orders").isLeader()).isTrue();
			stepDown(context, "orders");
			assertThat(roles(context).noEndpointsRunning("orders")).isTrue();
			flow.incoming.add("second");
			Awaitility.await().during(Duration.ofMillis(300)).until(flow.handled::isEmpty);
		});
	}

	@Test
	void releaseWaitsForASlowStop() {
		Endpoint endpoint = new Endpoint();
		Endpoint next = new Endpoint();
		withEndpoint(endpoint).run((leader) -> {
			Awaitility.await().until(endpoint::isRunning);
			withEndpoint(next).run((follower) -> {
				CompletableFuture<Void> done = election(leader, "orders").stepDown().toCompletableFuture();
				endpoint.stopping.await();
				assertThat(election(leader, "orders").status().state()).isEqualTo(ElectionState.DRAINING);
				assertThat(done).isNotDone();
				assertThat(next.isRunning()).isFalse();
				assertThat(election(follower, "orders").isLeader()).isFalse();
				endpoint.mayStop.countDown();
				done.join();
				assertThat(endpoint.isRunning()).isFalse();
				next.mayStop.countDown();
				Awaitility.await().until(next::isRunning);
			});
		});
	}

	@Test
	void lossStopsImmediately() {
		Endpoint endpoint = new Endpoint();
		endpoint.mayStop.countDown();
		withEndpoint(endpoint).run((context) -> {
			Awaitility.await().until(endpoint::isRunning);
			this.memory.deleteRecord(new ElectionKey("orders", "orders"));
			endpoint.stopping.await();
			Awaitility.await().until(() -> events(context).journal.contains("OnRevokedEvent orders, leading false"));
		});
	}

	@Test
	void eventsNameTheElectionAndItsStateAndNeedNoEndpoint() {
		runner().withUserConfiguration(Events.class).run((context) -> {
			Awaitility.await().until(() -> !events(context).journal.isEmpty());
			stepDown(context, "orders");
			assertThat(events(context).journal).containsExactly("OnGrantedEvent orders, leading true",
					"OnRevokedEvent orders, leading false");
		});
	}

	@Test
	void eventsOutlastTheCandidacy() {
		runner().withUserConfiguration(Events.class).run((context) -> {
			Candidacy candidacy = Contexts.elections(context).join("late");
			Awaitility.await().until(() -> events(context).journal.contains("OnGrantedEvent late, leading true"));
			candidacy.close();
			Awaitility.await().until(() -> events(context).journal.contains("OnRevokedEvent late, leading false"));
		});
	}

	@Test
	void yieldStepsDown() {
		Endpoint endpoint = new Endpoint();
		endpoint.mayStop.countDown();
		withEndpoint(endpoint).run((context) -> {
			Awaitility.await().until(endpoint::isRunning);
			events(context).granted.yield();
			Awaitility.await().until(() -> election(context, "orders").status().state() == ElectionState.FOLLOWER);
			assertThat(endpoint.isRunning()).isFalse();
		});
	}

	@Test
	void endpointsThatARestartStartsAreStopped() {
		withFlow().withPropertyValues("leader-election.mode=never").run((context) -> {
			restart(context);
			assertThat(roles(context).noEndpointsRunning("orders")).isTrue();
		});
	}

	@Test
	void autoStartingEndpointsAreRefused() {
		assertRefused(withFlow().withPropertyValues("flow.auto=true"), "Role 'orders'", "start by themselves",
				"[orders.in]", "autoStartup", "leader-election.integration.enabled=false");
	}

	@Test
	void roleThatAnInitiatorGrantsTooIsRefused() {
		assertRefused(withFlow().withUserConfiguration(Initiator.class), "Role 'orders'", "bean 'initiator'",
				"LockRegistryLeaderInitiator", "leader-election.integration.enabled=false");
	}

	@Test
	void endpointsOfOneNameAreRefusedBySpringIntegration() {
		runner().withUserConfiguration(Events.class)
			.withBean("first", Endpoint.class, IntegrationEventsTests::same)
			.withBean("second", Endpoint.class, IntegrationEventsTests::same)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContainingAll("'same'", "role 'orders'", "already present"));
	}

	private static Endpoint same() {
		Endpoint endpoint = new Endpoint();
		endpoint.setComponentName("same");
		return endpoint;
	}

	@Test
	void roleNamedLikeADividedElectionIsRefused() {
		assertRefused(
				withFlow().withPropertyValues("leader-election.mode=never", "leader-election.default-election=billing",
						"leader-election.elections.orders.partitions=8"),
				"Role 'orders'", "divided into partitions", "'orders:0'", "leader-election.integration.enabled=false");
	}

	@Test
	void electionsMayBeMissing() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionIntegrationAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(IntegrationEvents.class));
	}

	@Test
	void springIntegrationIsNotNeeded() throws Exception {
		ReducedClassPath.check(WithoutIntegration.class, "org.springframework.integration.leader.Context",
				"spring-integration", "spring-boot-integration");
	}

	@Test
	void rolesOfOthersAreIgnored() {
		withFlow().withPropertyValues("leader-election.default-election=billing", "flow.auto=true")
			.withUserConfiguration(Initiator.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(roles(context).allEndpointsRunning("orders")).isTrue();
			});
	}

	@Test
	void nothingIsPublishedIfSwitchedOff() {
		runner().withUserConfiguration(Events.class)
			.withPropertyValues("leader-election.integration.enabled=false", "leader-election.mode=always")
			.run((context) -> {
				Awaitility.await().until(() -> election(context, "orders").isLeader());
				stepDown(context, "orders");
				assertThat(events(context).journal).isEmpty();
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableIntegration
	static class Flow {

		private final BlockingQueue<String> incoming = new LinkedBlockingQueue<>();

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@Bean
		IntegrationFlow ordersFlow(@Value("${flow.auto}") boolean autoStartup) {
			return IntegrationFlow
				.fromSupplier(this.incoming::poll,
						(source) -> source.id("orders.in")
							.poller(Pollers.fixedDelay(Duration.ofMillis(10)))
							.role("orders")
							.autoStartup(autoStartup))
				.handle((message) -> this.handled.add((String) message.getPayload()))
				.get();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableIntegration
	static class Events {

		private final List<String> journal = new CopyOnWriteArrayList<>();

		private volatile Context granted;

		@EventListener
		void on(AbstractLeaderEvent event) {
			if (event instanceof OnGrantedEvent) {
				this.granted = event.getContext();
			}
			assertThat(event.getContext().getRole()).isEqualTo(event.getRole());
			this.journal.add(event.getClass().getSimpleName() + " " + event.getRole() + ", leading "
					+ event.getContext().isLeader());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Initiator {

		@Bean
		LockRegistryLeaderInitiator initiator() {
			return new LockRegistryLeaderInitiator(new DefaultLockRegistry(), new DefaultCandidate("one", "orders"));
		}

	}

	/** Stops slowly. */
	static final class Endpoint extends AbstractEndpoint {

		private final CountDownLatch stopping = new CountDownLatch(1);

		private final CountDownLatch mayStop = new CountDownLatch(1);

		Endpoint() {
			setAutoStartup(false);
			setRole("orders");
		}

		@Override
		public String getComponentType() {
			return "test";
		}

		@Override
		protected void doStart() {
			// Running
		}

		@Override
		protected void doStop() {
			this.stopping.countDown();
			try {
				this.mayStop.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
