/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;

import io.leaderelection.time.Scheduler;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(40)
class SteppedTimeTests {

	private final SteppedTime time = new SteppedTime();

	/** Tasks submitted to threads of the application, which have not started them yet. */
	private final BlockingQueue<Runnable> handedOver = new ArrayBlockingQueue<>(1);

	@AfterEach
	void close() {
		this.time.close();
	}

	@Test
	void taskOnAnApplicationThreadIsAwaitedUntilBegun() throws Exception {
		List<String> done = new ArrayList<>();
		this.time.withTaskExecutors((name) -> this.handedOver::add)
			.taskExecutor("task")
			.execute(() -> done.add("task"));
		Thread settling = new Thread(this.time::settle);
		settling.start();
		Awaitility.await().until(() -> settling.getState() == Thread.State.TIMED_WAITING);
		this.handedOver.remove().run();
		settling.join();
		assertThat(done).containsExactly("task");
	}

	@Test
	void rejectedTaskIsNotAwaited() {
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> this.time.withTaskExecutors((name) -> this::reject).taskExecutor("task").execute(() -> {
			}));
		this.time.settle();
	}

	private void reject(Runnable task) {
		throw new RejectedExecutionException();
	}

	@Test
	void leapRunsDueTasksAtItsEnd() {
		List<Duration> seen = new ArrayList<>();
		long start = this.time.ticker().nanos();
		try (Scheduler scheduler = this.time.scheduler("leap")) {
			scheduler.schedule(Duration.ofMinutes(1),
					() -> seen.add(Duration.ofNanos(this.time.ticker().nanos() - start)));
			scheduler.schedule(Duration.ofHours(3), () -> seen.add(Duration.ZERO));
			this.time.leap(Duration.ofHours(2));
		}
		assertThat(seen).containsExactly(Duration.ofHours(2));
	}

}
