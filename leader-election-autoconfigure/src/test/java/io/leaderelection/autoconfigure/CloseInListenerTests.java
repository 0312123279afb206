/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Revocation;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contexts that are closed by a thread that the handover would wait for. If it waited,
 * the handover would end with its drain timeout and without a release.
 */
@Timeout(40)
class CloseInListenerTests {

	private static final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	private static ConfigurableApplicationContext start(Class<?> configuration) {
		return new SpringApplicationBuilder(Application.class, configuration).web(WebApplicationType.NONE)
			.properties("leader-election.namespace=" + configuration.getSimpleName(),
					"leader-election.default-election=jobs", "leader-election.lease-duration=30s",
					"leader-election.drain-timeout=20s", "spring.main.banner-mode=off")
			.run();
	}

	private static void assertReleased(Class<?> configuration, Consumer<LeaderElection> trigger)
			throws InterruptedException {
		ConfigurableApplicationContext context = start(configuration);
		Closed closed = context.getBean(Closed.class);
		LeaderElection election = context.getBean(LeaderElections.class).get("jobs");
		trigger.accept(election);
		assertThat(closed.done.await(60, TimeUnit.SECONDS)).isTrue();
		assertThat(context.isActive()).isFalse();
		assertThat(election.status().state()).isEqualTo(ElectionState.STOPPED);
		assertNotTimedOut(election);
	}

	private static void assertNotTimedOut(LeaderElection election) {
		assertThat(election.status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.RELEASED)
			.doesNotContain(TransitionCause.DRAIN_TIMEOUT);
	}

	private static void stepDownOnceItLeads(LeaderElection election) {
		while (!election.isLeader()) {
			// It may lead for a short time only, which a wait would miss
			assertThat(Thread.currentThread().isInterrupted()).as("interrupted before it led").isFalse();
			Thread.onSpinWait();
		}
		election.stepDown();
	}

	@Test
	void rule22ListenerThatClosesTheContextIsNotAwaited() throws InterruptedException {
		assertReleased(ClosesInListener.class, CloseInListenerTests::stepDownOnceItLeads);
	}

	@Test
	void rule22EventListenerClosingTheContextIsNotAwaited() throws InterruptedException {
		assertReleased(ClosesInEvent.class, CloseInListenerTests::stepDownOnceItLeads);
	}

	@Test
	void rule22GrantListenerClosingTheContextIsNotAwaited() throws InterruptedException {
		assertReleased(ClosesWhenGranted.class, (election) -> {
		});
	}

	@Test
	void rule22WorkClosingTheContextIsNotAwaited() throws InterruptedException {
		ConfigurableApplicationContext context = start(Nothing.class);
		Closed closed = context.getBean(Closed.class);
		LeaderElection election = context.getBean(LeaderElections.class).get("jobs");
		assertThat(election.awaitLeader(Duration.ofSeconds(60))).isTrue();
		try (GuardedCall call = Objects.requireNonNull(election.tryEnter(OnLoss.CONTINUE))) {
			closed.close(context);
		}
		assertNotTimedOut(election);
	}

	/** Reports when a close has returned. */
	static class Closed {

		private final CountDownLatch done = new CountDownLatch(1);

		void close(ConfigurableApplicationContext context) {
			context.close();
			this.done.countDown();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean(destroyMethod = "")
		LeaseStore store() {
			return memory.open();
		}

		@Bean
		Closed closed() {
			return new Closed();
		}

	}

	record Nothing() {
	}

	record ClosesInListener(ConfigurableApplicationContext context, Closed closed) implements LeadershipListener {

		@Override
		public void revoked(Revocation revocation) {
			this.closed.close(this.context);
		}

	}

	record ClosesInEvent(ConfigurableApplicationContext context,
			Closed closed) implements ApplicationListener<LeadershipRevokedEvent> {

		@Override
		public void onApplicationEvent(LeadershipRevokedEvent event) {
			this.closed.close(this.context);
		}

	}

	record ClosesWhenGranted(ConfigurableApplicationContext context, Closed closed) implements LeadershipListener {

		@Override
		public void granted(Leadership leadership) {
			this.closed.close(this.context);
		}

	}

}
