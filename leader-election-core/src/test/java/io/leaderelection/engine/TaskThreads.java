/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Real threads for tasks in stepped time, which a test can wait for.
 */
final class TaskThreads {

	private static final ThreadLocal<Boolean> TASK = ThreadLocal.withInitial(() -> false);

	private final List<Thread> threads = new CopyOnWriteArrayList<>();

	/** Whether the calling thread runs a task. */
	static boolean isCurrent() {
		return TASK.get();
	}

	/** Waits, and keeps an interrupt for the caller. */
	static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Returns the threads of engines, with those of other tests. */
	static List<Thread> ofEngines() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-"))
			.toList();
	}

	Executor open(String name) {
		return (task) -> {
			Thread thread = new Thread(() -> {
				TASK.set(true);
				task.run();
			}, name);
			thread.setDaemon(true);
			this.threads.add(thread);
			thread.start();
		};
	}

	/** Returns the number of threads started so far. */
	int started() {
		return this.threads.size();
	}

	/** Waits until no task runs. */
	void join() throws InterruptedException {
		for (Thread thread : this.threads) {
			thread.join(Duration.ofSeconds(30).toMillis());
			assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
		}
	}

}
