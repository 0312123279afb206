/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.guard.Contexts;
import io.leaderelection.store.StoreTraits;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a task of a divided election.
 */
class PartitionedTaskTests extends TaskHarness {

	private ApplicationContextRunner runner(Job job) {
		return runner().withBean(StoreTraits.class, this.memory::traits)
			.withPropertyValues("leader-election.elections.orders.partitions=4")
			.withBean("job", Job.class, () -> job);
	}

	@Test
	void taskRunsOnceForEachPartitionLedHere() {
		Job first = new Job();
		Job second = new Job();
		runner(first).run((one) -> {
			Awaitility.await().until(() -> first.running.keySet().equals(Set.of(0, 1, 2, 3)));
			assertThat(first.running.values()).containsExactlyInAnyOrder("leader-task-job.run:0",
					"leader-task-job.run:1", "leader-task-job.run:2", "leader-task-job.run:3");
			runner(second).run((two) -> {
				assertThat(second.running).isEmpty();
				Contexts.elections(one).get("orders:2").stepDown(Duration.ofHours(1));
				Awaitility.await().until(() -> second.running.keySet().equals(Set.of(2)));
				assertThat(first.running.keySet()).isEqualTo(Set.of(0, 1, 3));
			});
			assertThat(second.running).isEmpty();
		});
		assertThat(first.running).isEmpty();
	}

	static class Job {

		private final Map<Integer, String> running = new ConcurrentHashMap<>();

		@LeaderTask("orders")
		void run(Leadership term) throws InterruptedException {
			int partition = term.partition().orElseThrow();
			String before = this.running.put(partition, Thread.currentThread().getName());
			assertThat(before).isNull();
			try {
				new CountDownLatch(1).await();
			}
			finally {
				this.running.remove(partition);
			}
		}

	}

}
