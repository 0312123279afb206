/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeadershipRevokedEvent;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Work that guards watch by the test's clock.
 */
@SpringBootTest(classes = WatchedWorkTests.Application.class)
@LeaderElectionTest(leading = true)
class WatchedWorkTests {

	@Autowired
	private Job job;

	@Autowired
	private LeaderElectionTestSupport support;

	/** The job without its guard, for access to its state. */
	private Job its() {
		return AopTestUtils.getTargetObject(this.job);
	}

	@Test
	void callStallsWhenTimeIsMovedPastItsLimit() throws Exception {
		FutureTask<Void> call = new FutureTask<>(() -> {
			this.job.run();
			return null;
		});
		new Thread(call).start();
		its().begun.await();
		this.support.advance(Duration.ofMinutes(9));
		assertThat(this.support.events()).isEmpty();
		this.support.advance(Duration.ofMinutes(1));
		assertThat(call).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(LeadershipLostException.class);
		assertThat(this.support.events(LeadershipRevokedEvent.class)).singleElement()
			.extracting(LeadershipRevokedEvent::getCause)
			.isEqualTo(TransitionCause.STALLED);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Job job() {
			return new Job();
		}

	}

	static class Job {

		final CountDownLatch begun = new CountDownLatch(1);

		@OnLeader(value = "billing", maxDuration = "10m")
		void run() throws InterruptedException {
			this.begun.countDown();
			new CountDownLatch(1).await();
		}

	}

}
