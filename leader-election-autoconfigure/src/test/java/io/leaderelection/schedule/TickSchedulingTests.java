/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.ElectionState;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs on Spring's schedulers, in manual time: what is called late, twice or not at all.
 */
@Timeout(120)
class TickSchedulingTests extends TickHarness {

	/** Takes the only thread of the scheduler until the latch is open. */
	private static CountDownLatch occupy(AssertableApplicationContext context) throws InterruptedException {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		context.getBean(ThreadPoolTaskScheduler.class).execute(() -> {
			inside.countDown();
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		inside.await();
		return end;
	}

	/** Returns when what was handed to the scheduler before has run. */
	private void settle(AssertableApplicationContext context) {
		var marker = context.getBean(ThreadPoolTaskScheduler.class).submit(() -> {
		});
		until(marker::isDone);
	}

	@Test
	void runByHandThatTheGuardRefusesIsForgotten() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class)
			.withUserConfiguration(Scheduling.class)
			.withBean("taskScheduler", TaskScheduler.class, ThreadPoolTaskScheduler::new), (context) -> {
				Job job = context.getBean(Job.class);
				Ticks ticks = context.getBean(Ticks.class);
				CountDownLatch end = occupy(context);
				ticks.runNow("invoices");
				// The clocks part: the term is to be confirmed before anything runs
				this.time.wallClock().advance(Duration.ofSeconds(5));
				assertThat(election(context).isLeader()).isFalse();
				end.countDown();
				settle(context);
				assertThat(runs(job)).isEmpty();
				this.time.advance(Duration.ofSeconds(1));
				assertThat(election(context).isLeader()).isTrue();
				assertThat(election(context).status().state()).isEqualTo(ElectionState.LEADER);
				advanceTo(NOON);
				call(job::run);
				assertThat(runs(job)).containsExactly(NOON);
				AopTestUtils.<Job>getTargetObject(job).runs.clear();
				ticks.runNow("invoices");
				until(() -> !runs(job).isEmpty());
			});
	}

}
