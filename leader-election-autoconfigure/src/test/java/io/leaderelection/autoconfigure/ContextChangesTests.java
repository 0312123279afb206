/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Contexts that are paused, restarted, closed, replaced, or have children, with one
 * store.
 */
@Timeout(40)
class ContextChangesTests {

	private static final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private static ConfigurableApplicationContext start() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("leader-election.namespace=changes", "leader-election.cool-down=0s",
					"leader-election.default-election=jobs", "spring.main.banner-mode=off")
			.run();
	}

	private static LeaderElection election(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElections.class).get("jobs");
	}

	private static long lead(ConfigurableApplicationContext context) throws InterruptedException {
		LeaderElection election = election(context);
		while (!election.isLeader()) {
			election.awaitLeader(Duration.ofSeconds(60));
			Thread.onSpinWait();
		}
		return election.leadership().orElseThrow().fencingToken();
	}

	@Test
	void rule13PausedContextContendsAgainWithHigherToken() throws Exception {
		try (ConfigurableApplicationContext first = start()) {
			long token = lead(first);
			first.pause();
			assertThat(election(first).isLeader()).isFalse();
			try (ConfigurableApplicationContext second = start()) {
				assertThat(lead(second)).isGreaterThan(token);
			}
			first.restart();
			assertThat(lead(first)).isGreaterThan(token + 1);
		}
	}

	@Test
	void rule13ChildContextDoesNotTouchLeadership() throws Exception {
		try (ConfigurableApplicationContext parent = start()) {
			long token = lead(parent);
			AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
			child.setParent(parent);
			child.refresh();
			child.close();
			assertThat(election(parent).isLeader()).isTrue();
			assertThat(lead(parent)).isEqualTo(token);
		}
	}

	@Test
	void contextThatFailsLateInItsStartLeavesNoThreads() {
		Set<Thread> ofOthers = libraryThreads();
		assertThatIllegalStateException()
			.isThrownBy(() -> new SpringApplicationBuilder(FailingApplication.class).web(WebApplicationType.NONE)
				.properties("leader-election.namespace=failing", "spring.main.banner-mode=off")
				.run())
			.withMessageContaining("from the test");
		assertThat(FailingApplication.running).as("it had been started before").isTrue();
		FailingApplication.threads.removeAll(ofOthers);
		assertThat(FailingApplication.threads).isNotEmpty();
		while (FailingApplication.threads.stream().anyMatch(Thread::isAlive)) {
			Thread.onSpinWait();
		}
	}

	private static Set<Thread> libraryThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election"))
			.collect(Collectors.toSet());
	}

	@Configuration(proxyBeanMethods = false)
	@Import(Application.class)
	static class FailingApplication {

		static boolean running;

		static final Set<Thread> threads = new HashSet<>();

		@Bean
		ApplicationListener<ApplicationReadyEvent> failure(LeaderElections elections) {
			return (event) -> {
				running = event.getApplicationContext().isRunning();
				while (!elections.get("default").isLeader()) {
					Thread.onSpinWait();
				}
				threads.addAll(libraryThreads());
				throw new IllegalStateException("from the test");
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean(destroyMethod = "")
		LeaseStore store() {
			return memory.open();
		}

	}

}
