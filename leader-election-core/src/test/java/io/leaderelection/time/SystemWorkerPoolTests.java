/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

@Timeout(60)
class SystemWorkerPoolTests {

	private static final int MOST = 3;

	private final AtomicBoolean noThreads = new AtomicBoolean();

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	private final SystemWorkerPool pool = new SystemWorkerPool((task) -> {
		if (this.noThreads.get()) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		this.threads.add(thread);
		return thread;
	}, MOST, Duration.ofHours(1));

	private final Semaphore began = new Semaphore(0);

	private final CountDownLatch open = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.open.countDown();
		this.pool.close();
	}

	private void hold() {
		this.began.release();
		try {
			this.open.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Occupies as many threads as the pool may have. */
	private void holdAll() throws InterruptedException {
		for (int i = 0; i < MOST; i++) {
			this.pool.execute(this::hold);
		}
		this.began.acquire(MOST);
	}

	private void awaitIdle() {
		while (this.threads.stream().anyMatch((thread) -> thread.getState() != Thread.State.TIMED_WAITING)) {
			Thread.onSpinWait();
		}
	}

	@Test
	void oneThreadServesOneTaskAfterAnother() throws InterruptedException {
		for (int i = 0; i < 20; i++) {
			this.pool.execute(this.began::release);
			this.began.acquire();
			awaitIdle();
		}
		assertThat(this.threads).hasSize(1);
	}

	@Test
	void poolGrowsToItsLimitAndOtherTasksWait() throws InterruptedException {
		holdAll();
		AtomicInteger waited = new AtomicInteger();
		Semaphore done = new Semaphore(0);
		for (int i = 0; i < 100; i++) {
			this.pool.execute(() -> {
				waited.incrementAndGet();
				done.release();
			});
		}
		assertThat(this.threads).hasSize(MOST);
		assertThat(waited).hasValue(0);
		this.open.countDown();
		done.acquire(100);
		assertThat(this.threads).hasSize(MOST);
	}

	@Test
	void raisedLimitRunsWaitingTasks() throws InterruptedException {
		for (int i = 0; i < MOST + 1; i++) {
			this.pool.execute(this::hold);
		}
		this.began.acquire(MOST);
		assertThat(this.threads).hasSize(MOST);
		this.pool.resize(MOST + 1);
		this.began.acquire();
		assertThat(this.threads).hasSize(MOST + 1);
	}

	@Test
	void rule07SurplusThreadLeavesTheTaskToAnother() throws InterruptedException {
		holdAll();
		this.open.countDown();
		awaitIdle();
		this.pool.resize(1);
		this.pool.execute(this.began::release);
		assertThat(this.began.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void closedPoolRunsWaitingTasksAndIgnoresLaterOnes() throws InterruptedException {
		holdAll();
		CountDownLatch waiting = new CountDownLatch(1);
		this.pool.execute(waiting::countDown);
		this.pool.close();
		AtomicInteger late = new AtomicInteger();
		this.pool.execute(late::incrementAndGet);
		this.open.countDown();
		assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
		for (Thread thread : this.threads) {
			thread.join();
		}
		assertThat(late).hasValue(0);
	}

	@Test
	void rule18ExceptionOfATaskEndsNoThread() throws InterruptedException {
		for (int i = 0; i < 20; i++) {
			this.pool.execute(() -> {
				this.began.release();
				throw new OutOfMemoryError("from the test");
			});
			this.began.acquire();
			awaitIdle();
		}
		assertThat(this.threads).hasSizeLessThanOrEqualTo(MOST).allMatch(Thread::isAlive);
	}

	@Test
	void rule18TaskIsRejectedOrRunWithoutThreads() throws InterruptedException {
		this.noThreads.set(true);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.pool.execute(this.began::release));
		this.noThreads.set(false);
		this.pool.execute(this::hold);
		this.began.acquire();
		this.noThreads.set(true);
		this.pool.execute(this.began::release);
		assertThat(this.threads).hasSize(1);
		this.open.countDown();
		assertThat(this.began.tryAcquire(1, TimeUnit.MINUTES)).as("waits for the thread there is").isTrue();
		awaitIdle();
		assertThat(this.began.availablePermits()).as("what was refused is not run").isZero();
	}

	@Test
	void rule18RaisedLimitWithoutThreadsLosesNoTask() throws InterruptedException {
		holdAll();
		this.pool.execute(this.began::release);
		this.noThreads.set(true);
		assertThatNoException().isThrownBy(() -> this.pool.resize(MOST + 1));
		assertThat(this.threads).hasSize(MOST);
		this.open.countDown();
		assertThat(this.began.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
	}

	@Test
	void noTaskIsLostBetweenManyCallers() throws InterruptedException {
		int callers = 4;
		int each = 20_000;
		Semaphore done = new Semaphore(0);
		for (int i = 0; i < callers; i++) {
			new Thread(() -> {
				for (int task = 0; task < each; task++) {
					this.pool.execute(done::release);
				}
			}).start();
		}
		done.acquire(callers * each);
		assertThat(this.threads.size()).isPositive();
		awaitIdle();
		assertThat(this.threads.stream().filter(Thread::isAlive)).hasSizeLessThanOrEqualTo(MOST);
	}

}
