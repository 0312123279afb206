/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.LeaderElection;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.Contexts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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
		Contexts.leading().withUserConfiguration(Contexts.Scheduling.class).withBean(Job.class).run((context) -> {
			Job its = AopTestUtils.getUltimateTargetObject(context.getBean(Job.class));
			its.ran.await();
			LeaderElection election = Contexts.election(context, "default");
			election.stepDown(Duration.ofHours(1)).toCompletableFuture().get();
			assertThat(election.isLeader()).isFalse();
			long count = its.count.get();
			long ticks = its.ticks.get();
			// The same thread runs both alternately
			Awaitility.await().until(() -> its.ticks.get() > ticks + 3);
			assertThat(its.count).hasValue(count);
		});
	}

	static class Job {

		final CountDownLatch ran = new CountDownLatch(3);

		final AtomicLong count = new AtomicLong();

		final AtomicLong ticks = new AtomicLong();

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

}
