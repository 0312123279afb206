/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SystemTimeTests {

	private static final int TIMES = 5_000;

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	/**
	 * The thread may be anywhere between one task and the next, which is due at once.
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
	void rule18ExceptionOfATaskDoesNotEndTheThread() throws InterruptedException {
		try (Scheduler scheduler = TimeSystem.system().scheduler("scheduler")) {
			CountDownLatch rounds = new CountDownLatch(6);
			scheduler.repeat(Duration.ofMillis(1), () -> {
				this.threads.add(Thread.currentThread());
				rounds.countDown();
				throw SystemTimeTests.<RuntimeException>sneaky(thrown(rounds.getCount()));
			});
			assertThat(rounds.await(1, TimeUnit.MINUTES)).isTrue();
			assertThat(this.threads).hasSize(1);
		}
	}

	private static Throwable thrown(long number) {
		return switch ((int) number % 3) {
			case 0 -> new OutOfMemoryError("from the test");
			case 1 -> new InterruptedException("from the test");
			default -> new IOException("from the test");
		};
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
		throw (T) thrown;
	}

	@Test
	void tasksRunByTimeAndThoseOfOneTimeInOrder() throws InterruptedException {
		try (Scheduler scheduler = TimeSystem.system().scheduler("scheduler")) {
			List<String> ran = new CopyOnWriteArrayList<>();
			CountDownLatch last = new CountDownLatch(1);
			scheduler.execute(() -> {
				// No other task runs meanwhile
				scheduler.schedule(Duration.ofMillis(60), last::countDown);
				scheduler.schedule(Duration.ofMillis(40), () -> ran.add("later"));
				scheduler.schedule(Duration.ofMillis(20), () -> ran.add("cancelled")).cancel();
				scheduler.schedule(Duration.ofMillis(20), () -> ran.add("soon"));
				scheduler.execute(() -> ran.add("first"));
				scheduler.schedule(Duration.ofSeconds(-1), () -> ran.add("second"));
			});
			assertThat(last.await(1, TimeUnit.MINUTES)).isTrue();
			assertThat(ran).containsExactly("first", "second", "soon", "later");
		}
	}

	@Test
	void repetitionEndsWhenItIsCancelled() throws InterruptedException {
		try (Scheduler scheduler = TimeSystem.system().scheduler("scheduler")) {
			AtomicInteger runs = new AtomicInteger();
			CountDownLatch others = new CountDownLatch(10);
			AtomicReference<Scheduler.Cancellation> repetition = new AtomicReference<>();
			scheduler.repeat(Duration.ofMillis(1), others::countDown);
			scheduler.execute(() -> repetition.set(scheduler.repeat(Duration.ofMillis(1), () -> {
				runs.incrementAndGet();
				repetition.get().cancel();
			})));
			assertThat(others.await(1, TimeUnit.MINUTES)).isTrue();
			await().untilAsserted(() -> assertThat(runs).hasValue(1));
		}
	}

	@Test
	void closeDropsWaitingTasksAndInterruptsNothing() throws InterruptedException {
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
