/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.eligibility.LeaderElectionEligibilityAutoConfiguration;
import io.leaderelection.eligibility.LeadershipEligibility;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.micrometer.MeterNames;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Applications of several contexts, each with auto-configuration.
 */
@Timeout(60)
class ChildContextTests {

	private static final InMemoryLeaseStoreFactory MEMORY = new InMemoryLeaseStoreFactory(WallClock.system());

	private static final AtomicInteger NAMESPACES = new AtomicInteger();

	private final String namespace = "leader-election.namespace=children-" + NAMESPACES.incrementAndGet();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	@AfterEach
	void close() {
		for (int i = this.contexts.size() - 1; i >= 0; i--) {
			this.contexts.get(i).close();
		}
	}

	private ConfigurableApplicationContext parent() {
		return run(new SpringApplicationBuilder(Parent.class));
	}

	private ConfigurableApplicationContext child(ConfigurableApplicationContext parent, Class<?> type,
			String... properties) {
		return run(new SpringApplicationBuilder(type).parent(parent).properties(properties));
	}

	private ConfigurableApplicationContext run(SpringApplicationBuilder builder) {
		ConfigurableApplicationContext context = builder.web(WebApplicationType.NONE)
			.properties(this.namespace, "leader-election.lease-duration=6s", "leader-election.cool-down=100ms",
					"spring.main.banner-mode=off")
			.run();
		this.contexts.add(context);
		return context;
	}

	private static LeaderElection job(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElections.class).get("job");
	}

	private ConfigurableApplicationContext leadingParent() {
		ConfigurableApplicationContext parent = parent();
		await().until(() -> job(parent).isLeader());
		return parent;
	}

	@Test
	@DisplayName("A child that closes leaves the elections of its parent alone")
	void parentLeadsOnWhenItsChildCloses() {
		ConfigurableApplicationContext parent = leadingParent();
		long token = job(parent).leadership().orElseThrow().fencingToken();
		ConfigurableApplicationContext child = child(parent, Child.class);
		assertThat(child.getBean(LeaderElections.class)).isSameAs(parent.getBean(LeaderElections.class));
		assertThat(child.getBean(Child.Work.class).run()).isEqualTo("ran");
		child.close();
		assertThat(job(parent).leadership().orElseThrow().fencingToken()).isEqualTo(token);
		assertThat(parent.getBean(Parent.Work.class).run()).isEqualTo("ran");
		ConfigurableApplicationContext other = parent();
		parent.close();
		await().until(() -> job(other).isLeader());
	}

	@Test
	void tasksOfAChildEndWithItAndBeginAgainWithTheNext() throws Exception {
		ConfigurableApplicationContext parent = leadingParent();
		for (int i = 0; i < 2; i++) {
			ConfigurableApplicationContext child = child(parent, Child.class);
			Child.Task task = child.getBean(Child.Task.class);
			task.begun.await();
			assertThat(task.ended).isFalse();
			child.close();
			assertThat(task.ended).isTrue();
			assertThat(job(parent).isLeader()).isTrue();
		}
		// A term that begins later does not begin the tasks of closed contexts
		job(parent).stepDown().toCompletableFuture().join();
		await().until(() -> job(parent).isLeader());
	}

	@Test
	void electionThatOnlyTheChildUsesIsLeftWithIt() {
		ConfigurableApplicationContext parent = leadingParent();
		ConfigurableApplicationContext child = child(parent, Child.class);
		LeaderElections elections = parent.getBean(LeaderElections.class);
		await().until(() -> elections.get("of-the-child").isLeader());
		child.close();
		await().until(() -> elections.find("of-the-child").isEmpty());
		assertThat(job(parent).isLeader()).isTrue();
	}

	/** A listener that is added while this instance leads gets that event, too. */
	@Test
	void eachListenerGetsEachEventOnce() {
		ConfigurableApplicationContext parent = leadingParent();
		ConfigurableApplicationContext child = child(parent, Child.class);
		job(parent).stepDown().toCompletableFuture().join();
		await().until(() -> job(parent).isLeader());
		await().untilAsserted(() -> assertThat(child.getBean(Events.class).of("job")).containsExactly("granted",
				"revoked", "granted"));
		await().untilAsserted(() -> assertThat(parent.getBean(Events.class).of("job")).containsExactly("granted",
				"revoked", "granted"));
		List<String> granted = parent.getBean(Parent.Listener.class).granted;
		await().untilAsserted(() -> assertThat(granted).containsExactly("job 1", "job 2"));
		job(parent).stepDown().toCompletableFuture().join();
		await().untilAsserted(() -> assertThat(granted).containsExactly("job 1", "job 2", "job 3"));
	}

	@Test
	void metersCountOnce() {
		ConfigurableApplicationContext parent = leadingParent();
		ConfigurableApplicationContext child = child(parent, Child.class);
		child.getBean(Child.Work.class).run();
		MeterRegistry registry = child.getBean(MeterRegistry.class);
		assertThat(registry.get(MeterNames.GUARDED).tags("election", "job", "outcome", "executed").counter().count())
			.isOne();
		await().untilAsserted(() -> assertThat(
				registry.get(MeterNames.TRANSITIONS).tags("election", "job", "transition", "granted").counter().count())
			.isOne());
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.drain-timeout=5s", "leader-election.elections.other.max-term=10m" })
	void ownValuesOfAChildAreRefused(String property) {
		ConfigurableApplicationContext parent = leadingParent();
		assertThatThrownBy(() -> child(parent, Child.class, property))
			.hasRootCauseInstanceOf(LeaderElectionConfigurationException.class)
			.rootCause()
			.hasMessageContainingAll("parent context", property.substring(0,
					property.indexOf('.', 16) > 0 ? property.indexOf('.', 16) : property.indexOf('=')));
		assertThat(job(parent).isLeader()).isTrue();
	}

	@Test
	void eligibilityOfAChildIsRefused() {
		ConfigurableApplicationContext parent = leadingParent();
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> child(parent, EligibleChild.class))
			.withMessageContainingAll("'eligibility'", "parent context");
	}

	@Test
	void managedBeanOfAChildIsRefused() {
		ConfigurableApplicationContext parent = leadingParent();
		assertThatThrownBy(() -> child(parent, ManagedChild.class)).hasMessageContainingAll("@StartOnLeader",
				"child context");
	}

	/** Records events. */
	static class Events {

		private final List<String> events = new CopyOnWriteArrayList<>();

		List<String> of(String election) {
			return this.events.stream()
				.filter((event) -> event.startsWith(election + " "))
				.map((event) -> event.substring(election.length() + 1))
				.toList();
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.events.add(event.getElection() + " granted");
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.events.add(event.getElection() + " revoked");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ MetricsAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
			LeaderElectionMetricsAutoConfiguration.class })
	static class Parent {

		@Bean(destroyMethod = "")
		LeaseStore store() {
			return MEMORY.open();
		}

		@Bean
		MeterRegistry registry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		Events events() {
			return new Events();
		}

		@Bean
		Listener listener() {
			return new Listener();
		}

		@Bean
		Work work() {
			return new Work();
		}

		static class Work {

			@OnLeader("job")
			String run() {
				return "ran";
			}

		}

		static class Listener implements LeadershipListener {

			final List<String> granted = new CopyOnWriteArrayList<>();

			@Override
			public void granted(Leadership leadership) {
				if (leadership.election().equals("job")) {
					this.granted.add("job " + (this.granted.size() + 1));
				}
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ MetricsAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
			LeaderElectionTaskAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class })
	static class Child {

		@Bean
		Events events() {
			return new Events();
		}

		@Bean
		Work childWork() {
			return new Work();
		}

		@Bean
		Task task() {
			return new Task();
		}

		static class Work {

			@OnLeader("job")
			String run() {
				return "ran";
			}

			@OnLeader("of-the-child")
			void runOther() {
			}

		}

		static class Task {

			final CountDownLatch begun = new CountDownLatch(1);

			volatile boolean ended;

			@LeaderTask("job")
			void run() throws InterruptedException {
				this.begun.countDown();
				try {
					new CountDownLatch(1).await();
				}
				finally {
					this.ended = true;
				}
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LeaderElectionAutoConfiguration.class,
			LeaderElectionEligibilityAutoConfiguration.class })
	static class EligibleChild {

		@Bean
		LeadershipEligibility eligibility() {
			return (election) -> true;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LeaderElectionAutoConfiguration.class, LeaderElectionTaskAutoConfiguration.class })
	static class ManagedChild {

		@Bean
		Consumer consumer() {
			return new Consumer();
		}

		@StartOnLeader("job")
		static class Consumer implements SmartLifecycle {

			private boolean running;

			@Override
			public void start() {
				this.running = true;
			}

			@Override
			public void stop() {
				this.running = false;
			}

			@Override
			public boolean isRunning() {
				return this.running;
			}

			@Override
			public boolean isAutoStartup() {
				return false;
			}

		}

	}

}
