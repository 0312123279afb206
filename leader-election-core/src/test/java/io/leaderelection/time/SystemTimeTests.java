/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SystemTimeTests {

	private static final int TIMES = 5_000;

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	/**
	 * The thread may be anywhere on its way from one task to the next, which is due at
	 * once.
	 */
	@Test
	void closedSchedulersEndTheirThreads() throws InterruptedException {
		for (int i = 0; i < TIMES; i++) {
			Scheduler scheduler = TimeSystem.system().scheduler("scheduler-" + i);
			CountDownLatch rounds = new CountDownLatch(1 + i % 5);
			scheduler.execute(() -> again(scheduler, rounds));
			rounds.await();
			scheduler.close();
		}
		await().atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(this.threads).filteredOn(Thread::isAlive).isEmpty());
		assertThat(this.threads).hasSizeGreaterThanOrEqualTo(TIMES);
	}

	private void again(Scheduler scheduler, CountDownLatch rounds) {
		this.threads.add(Thread.currentThread());
		rounds.countDown();
		scheduler.schedule(Duration.ZERO, () -> again(scheduler, rounds));
	}

	@Test
	void closeDropsWhatHasNotBegunAndInterruptsNothing() throws InterruptedException {
		Scheduler scheduler = TimeSystem.system().scheduler("scheduler");
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch closed = new CountDownLatch(1);
		AtomicBoolean interrupted = new AtomicBoolean();
		AtomicBoolean ran = new AtomicBoolean();
		scheduler.execute(() -> {
			this.threads.add(Thread.currentThread());
			begun.countDown();
			try {
				closed.await();
			}
			catch (InterruptedException ex) {
				interrupted.set(true);
			}
		});
		scheduler.execute(() -> ran.set(true));
		scheduler.schedule(Duration.ZERO, () -> ran.set(true));
		scheduler.schedule(Duration.ofMillis(1), () -> ran.set(true));
		begun.await();
		scheduler.close();
		scheduler.execute(() -> ran.set(true));
		closed.countDown();
		Thread thread = this.threads.iterator().next();
		thread.join(Duration.ofMinutes(1).toMillis());
		assertThat(thread.isAlive()).isFalse();
		assertThat(ran).isFalse();
		assertThat(interrupted).isFalse();
	}

}
