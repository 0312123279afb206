/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.actuate.LeaderElectionHealthIndicator;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A time system bean replaces the clocks and threads of the process, as the test support
 * requires.
 */
@ExtendWith(OutputCaptureExtension.class)
class TimeOfTheApplicationTests {

	private static final Duration AGO = Duration.ofDays(7300);

	private static final Duration MAX_DURATION = Duration.ofSeconds(30);

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ApplicationContextRunner manualRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=orders")
		.withBean(LeaseStore.class, this.memory::open)
		.withBean(StoreTraits.class, this.memory::traits)
		.withBean(TimeSystem.class, () -> this.time);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class))
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local)
		.withBean(TimeSystem.class, LongAgo::new);

	@Test
	void electionsAndHealthUseIt() {
		Instant latest = Instant.now().minus(AGO).plus(Duration.ofHours(1));
		this.contextRunner.run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			Awaitility.await().until(() -> elections.get("default").isLeader());
			assertThat(elections.get("default").leader().orElseThrow().since()).isBefore(latest);
			// By another clock, the last answer would be twenty years old
			assertThat(context.getBean(LeaderElectionHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void stallsAreMeasuredByIt() {
		leading((context) -> {
			Job job = context.getBean(Job.class);
			FutureTask<@Nullable Void> call = new FutureTask<>(() -> {
				job.run();
				return null;
			});
			new Thread(call).start();
			AopTestUtils.<Job>getTargetObject(job).begun.await();
			this.time.advance(MAX_DURATION);
			assertThat(call).failsWithin(Duration.ofSeconds(30))
				.withThrowableThat()
				.withCauseInstanceOf(LeadershipLostException.class);
			assertThat(election(context).status().transitions()).extracting(Transition::cause)
				.contains(TransitionCause.STALLED);
		});
	}

	@Test
	void waitForReadinessUsesIt(CapturedOutput output) {
		inManualTime(this.manualRunner.withBean("springApplicationArguments", Object.class, Object::new), (context) -> {
			this.time.advance(Duration.ofSeconds(29));
			assertThat(output).doesNotContain("Not contending yet");
			this.time.advance(Duration.ofSeconds(1));
			assertThat(output).contains("Not contending yet");
		});
	}

	private void leading(ContextConsumer<AssertableApplicationContext> test) {
		inManualTime(this.manualRunner.withBean(Job.class), (context) -> {
			this.time.runDue();
			assertThat(election(context).isLeader()).isTrue();
			test.accept(context);
		});
	}

	private void inManualTime(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> test) {
		runner.run((context) -> {
			try {
				assertThat(context).hasNotFailed();
				test.accept(context);
			}
			finally {
				// Nobody moves time while the context closes
				context.getBean(ElectionEngine.class).stop();
				this.time.advance(Duration.ofMinutes(1));
			}
		});
	}

	private static LeaderElection election(ApplicationContext context) {
		return context.getBean(LeaderElections.class).get("default");
	}

	static class Job {

		private final CountDownLatch begun = new CountDownLatch(1);

		@OnLeader(maxDuration = "30s")
		void run() throws InterruptedException {
			this.begun.countDown();
			new CountDownLatch(1).await();
		}

	}

	/** The time of this process, but two decades earlier. */
	private static final class LongAgo implements TimeSystem {

		@Override
		public Ticker ticker() {
			return Ticker.system();
		}

		@Override
		public WallClock wallClock() {
			return () -> WallClock.system().millis() - AGO.toMillis();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return TimeSystem.system().scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			return TimeSystem.system().workers(threadName, threads);
		}

	}

}
