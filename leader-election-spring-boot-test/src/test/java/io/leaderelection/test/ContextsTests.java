/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.OnLoss;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Several contexts with test support: at the same time, stopped, and with their own
 * stores.
 */
class ContextsTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(LeaderElectionAutoConfiguration.class, LeaderElectionTestAutoConfiguration.class));

	private static LeaderElectionTestSupport support(ApplicationContext context) {
		return context.getBean(LeaderElectionTestSupport.class);
	}

	private static LeaderElection election(ApplicationContext context) {
		return context.getBean(LeaderElections.class).get("default");
	}

	@Test
	void leadsNothingBeforeATest() {
		this.contextRunner.run((context) -> {
			support(context).advance(Duration.ofHours(1));
			assertThat(election(context).isLeader()).isFalse();
		});
	}

	@Test
	void contextsAreIndependent() {
		this.contextRunner.run((first) -> this.contextRunner.run((second) -> {
			support(first).grant("default");
			support(second).grant("default");
			support(first).expire("default");
			assertThat(election(first).isLeader()).isFalse();
			assertThat(election(second).isLeader()).isTrue();
			assertThat(support(second).events())
				.noneMatch((event) -> event.getSource() == first.getBean(LeaderElections.class));
		}));
	}

	@Test
	void runOnceNeedsNoGrant() {
		AtomicInteger migrations = new AtomicInteger();
		this.contextRunner
			.withInitializer(
					(context) -> ((GenericApplicationContext) context)
						.registerBean("migrated", Boolean.class,
								() -> context.getBean(LeaderElections.class)
									.runOnce("schema-v7", (leadership) -> migrations.incrementAndGet())))
			.run((context) -> {
				assertThat(context.getBean("migrated")).isEqualTo(true);
				assertThat(context.getBean(LeaderElections.class)
					.runOnce("schema-v7", (leadership) -> migrations.incrementAndGet())).isFalse();
				assertThat(migrations).hasValue(1);
			});
	}

	@Test
	void contextsCanBeMovedAtTheSameTime() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(4);
		try {
			List<Future<?>> runs = IntStream.range(0, 8)
				.<Future<?>>mapToObj((i) -> executor.submit(this::grantAndRevokeInAContext))
				.toList();
			for (Future<?> run : runs) {
				run.get();
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void grantAndRevokeInAContext() {
		this.contextRunner.run((context) -> {
			for (int i = 0; i < 20; i++) {
				support(context).grant("default");
				assertThat(election(context).isLeader()).isTrue();
				support(context).revoke("default");
				assertThat(election(context).isLeader()).isFalse();
			}
		});
	}

	@Test
	void storeOfTheApplicationIsReplaced() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		this.contextRunner.withBean("own", LeaseStore.class, memory::open)
			.withBean("ownTraits", StoreTraits.class, memory::traits)
			.withBean("ownTime", TimeSystem.class, TimeSystem::system)
			.run((context) -> {
				support(context).grant("default");
				assertThat(context.getBean(LeaderElections.class).backend().type()).isEqualTo("test");
			});
	}

	@Test
	void failsIfTheApplicationDoesNotElect() {
		this.contextRunner.withPropertyValues("leader-election.mode=never")
			.run((context) -> assertThatIllegalStateException().isThrownBy(() -> support(context).grant("default"))
				.withMessageContaining("does not lead")
				.withMessageContaining("STOPPED"));
	}

	@Test
	void stoppedContextContendsAgainWhenRestarted() {
		this.contextRunner.run((started) -> {
			ConfigurableApplicationContext context = started.getSourceApplicationContext();
			support(context).grant("default");
			context.stop();
			assertThat(election(context).status().state()).isEqualTo(ElectionState.STOPPED);
			assertThat(election(context).status().transitions()).last()
				.extracting(Transition::cause)
				.isEqualTo(TransitionCause.RELEASED);
			context.start();
			support(context).grant("default");
			assertThat(election(context).isLeader()).isTrue();
		});
	}

	@Test
	void timePassesWhileAContextStopsWithHangingWork() {
		this.contextRunner.withPropertyValues("leader-election.drain-timeout=200ms").run((started) -> {
			ConfigurableApplicationContext context = started.getSourceApplicationContext();
			support(context).grant("default");
			CountDownLatch ended = new CountDownLatch(1);
			CountDownLatch entered = new CountDownLatch(1);
			LeaderElection election = election(context);
			new Thread(() -> {
				try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
					entered.countDown();
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					ended.countDown();
				}
			}).start();
			entered.await();
			context.stop();
			assertThat(election.status().transitions()).extracting(Transition::cause)
				.endsWith(TransitionCause.SHUTDOWN, TransitionCause.DRAIN_TIMEOUT);
			ended.await();
			context.start();
			support(context).grant("default");
			assertThat(election.isLeader()).isTrue();
		});
	}

}
