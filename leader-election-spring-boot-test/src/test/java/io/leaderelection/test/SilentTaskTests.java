/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Leadership;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.event.LeadershipRevokedEvent;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A task whose silence is measured by the test's clock.
 */
@SpringBootTest(classes = SilentTaskTests.Application.class, properties = "exports.silence=10m")
@LeaderElectionTest(leading = true)
class SilentTaskTests {

	@Autowired
	private Task task;

	@Autowired
	private LeaderElectionTestSupport support;

	@Test
	void taskStallsWhenTimeIsMovedPastItsSilence() throws Exception {
		Leadership leadership = this.task.begun.poll(30, TimeUnit.SECONDS);
		this.support.advance(Duration.ofMinutes(9));
		leadership.progress();
		this.support.advance(Duration.ofMinutes(9));
		assertThat(this.support.events(LeadershipRevokedEvent.class)).isEmpty();
		this.support.advance(Duration.ofMinutes(1));
		assertThat(this.task.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
		assertThat(this.support.events(LeadershipRevokedEvent.class)).singleElement()
			.extracting(LeadershipRevokedEvent::getCause)
			.isEqualTo(TransitionCause.STALLED);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Task task() {
			return new Task();
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
