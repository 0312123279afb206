/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.LeaderElectionHealthIndicator;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A bean stands in for the clocks and threads of the process, as test support needs it.
 */
class TimeOfTheApplicationTests {

	private static final Duration AGO = Duration.ofDays(7300);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class))
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local)
		.withBean(TimeSystem.class, LongAgo::new);

	@Test
	void electionsAndHealthLiveInIt() {
		Instant latest = Instant.now().minus(AGO).plus(Duration.ofHours(1));
		this.contextRunner.run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			Awaitility.await().until(() -> elections.get("default").isLeader());
			assertThat(elections.get("default").leader().orElseThrow().since()).isBefore(latest);
			// By another clock it would have been out of touch for twenty years
			assertThat(context.getBean(LeaderElectionHealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	/** The time of this process, two decades earlier. */
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
