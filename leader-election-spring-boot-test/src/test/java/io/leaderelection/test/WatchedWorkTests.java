/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.LeaderTask;
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
 * Guarded calls and tasks, whose time is measured by the test's clock.
 */
@SpringBootTest(classes = WatchedWorkTests.Application.class, properties = "exports.silence=10m")
@LeaderElectionTest
class WatchedWorkTests {

	@Autowired
	private Job job;

	@Autowired
	private Task task;

	@Autowired
	private LeaderElectionTestSupport support;

	/** The job without its guard, for access to its state. */
	private Job its() {
		return AopTestUtils.getTargetObject(this.job);
	}

	@Test
	void callStallsWhenTimeIsMovedPastItsLimit() throws Exception {
		this.support.grant("billing");
		FutureTask<Void> call = new FutureTask<>(() -> {
			this.job.run();
			return null;
		});
		new Thread(call).start();
		its().begun.await();
		this.support.advance(Duration.ofMinutes(9));
		assertThat(this.support.events(LeadershipRevokedEvent.class)).isEmpty();
		this.support.advance(Duration.ofMinutes(1));
		assertThat(call).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(LeadershipLostException.class);
		assertStalled();
	}

	@Test
	void taskStallsWhenTimeIsMovedPastItsSilence() throws Exception {
		this.support.grant("exports");
		Leadership leadership = this.task.begun.poll(30, TimeUnit.SECONDS);
		this.support.advance(Duration.ofMinutes(9));
		leadership.progress();
		this.support.advance(Duration.ofMinutes(9));
		assertThat(this.support.events(LeadershipRevokedEvent.class)).isEmpty();
		this.support.advance(Duration.ofMinutes(1));
		assertThat(this.task.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
		assertStalled();
	}

	private void assertStalled() {
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

		@Bean
		Task task() {
			return new Task();
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

	static class Task {

		final BlockingQueue<Leadership> begun = new LinkedBlockingQueue<>();

		final CountDownLatch interrupted = new CountDownLatch(1);

		@LeaderTask(value = "exports", maxSilence = "${exports.silence}")
		void run(Leadership leadership) {
			this.begun.add(leadership);
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				this.interrupted.countDown();
			}
		}

	}

}
