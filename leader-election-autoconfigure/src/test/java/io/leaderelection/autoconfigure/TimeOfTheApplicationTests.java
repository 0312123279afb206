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
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.actuate.LeaderElectionHealthIndicator;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.guard.Contexts;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.TimeSystem;
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

	private static final Duration MAX_DURATION = Duration.ofSeconds(30);

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class))
		.withPropertyValues("leader-election.namespace=orders")
		.withBean(LeaseStore.class, this.memory::open)
		.withBean(StoreTraits.class, this.memory::traits)
		.withBean(TimeSystem.class, () -> this.time);

	@Test
	void electionsAndHealthUseIt() {
		inManualTime(this.runner, (context) -> {
			LeaderElection election = lead(context);
			assertThat(election.leader().orElseThrow().since()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
			// By the clock of the process, the last answer would be too old
			assertThat(context.getBean(LeaderElectionHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void stallsAreMeasuredByIt() {
		inManualTime(this.runner.withBean(Job.class).withPropertyValues("job.max=30s"), (context) -> {
			LeaderElection election = lead(context);
			Job job = context.getBean(Job.class);
			FutureTask<@Nullable Void> call = new FutureTask<>(() -> {
				job.run();
				return null;
			});
			new Thread(call).start();
			AopTestUtils.<Job>getTargetObject(job).begun.await();
			this.time.advance(MAX_DURATION.minusMillis(1));
			assertThat(call).isNotDone();
			this.time.advance(Duration.ofMillis(1));
			assertThat(call).failsWithin(Duration.ofSeconds(30))
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LeadershipLostException.class)
				.withCauseInstanceOf(InterruptedException.class);
			assertThat(election.status().transitions()).extracting(Transition::cause).contains(TransitionCause.STALLED);
		});
	}

	@Test
	void waitForReadinessUsesIt(CapturedOutput output) {
		inManualTime(this.runner.withBean("springApplicationArguments", Object.class, Object::new), (context) -> {
			this.time.advance(Duration.ofSeconds(29));
			assertThat(output).doesNotContain("Not contending yet");
			this.time.advance(Duration.ofSeconds(1));
			assertThat(output).contains("Not contending yet");
		});
	}

	private LeaderElection lead(ApplicationContext context) {
		this.time.runDue();
		LeaderElection election = Contexts.election(context, "default");
		assertThat(election.isLeader()).isTrue();
		return election;
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

	static class Job {

		private final CountDownLatch begun = new CountDownLatch(1);

		@OnLeader(maxDuration = "${job.max}")
		void run() throws InterruptedException {
			this.begun.countDown();
			new CountDownLatch(1).await();
		}

	}

}
