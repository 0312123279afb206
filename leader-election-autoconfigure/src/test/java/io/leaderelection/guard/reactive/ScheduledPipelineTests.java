/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.guard.Contexts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scheduled methods that return a reactive type. Spring calls them once, while it creates
 * beans and nobody leads, and subscribes at each tick.
 */
class ScheduledPipelineTests {

	@Test
	void leadershipIsCheckedAtEachTick() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
			.withPropertyValues("leader-election.mode=always")
			.withUserConfiguration(Scheduling.class)
			.withBean(Job.class)
			.run((context) -> {
				Job its = AopTestUtils.getUltimateTargetObject(context.getBean(Job.class));
				its.ran.await();
				Contexts.elections(context).get("default").stepDown(Duration.ofHours(1)).toCompletableFuture().get();
				assertThat(Contexts.elections(context).get("default").isLeader()).isFalse();
				long ran = its.ran();
				long ticks = its.ticks();
				// The same thread runs both alternately
				Awaitility.await().until(() -> its.ticks() > ticks + 3);
				assertThat(its.ran()).isEqualTo(ran);
			});
	}

	static class Job {

		final CountDownLatch ran = new CountDownLatch(3);

		private final AtomicLong count = new AtomicLong();

		private final AtomicLong ticks = new AtomicLong();

		long ran() {
			return this.count.get();
		}

		long ticks() {
			return this.ticks.get();
		}

		@OnLeader
		@Scheduled(fixedDelay = 5)
		Mono<Void> run() {
			return Flux.just(1).doOnNext((one) -> {
				this.count.incrementAndGet();
				this.ran.countDown();
			}).then();
		}

		@Scheduled(fixedDelay = 5)
		void tick() {
			this.ticks.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

}
