/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Interferes with threads of the process, as an application might.
 */
final class ProcessFaults {

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

	private ProcessFaults() {
	}

	/**
	 * Interrupts randomly chosen threads.
	 * @param prefix the prefix of their names
	 * @param duration how long to go on
	 */
	static void interruptThreads(String prefix, Duration duration) {
		Random random = new Random(duration.toNanos());
		long end = System.nanoTime() + duration.toNanos();
		while (System.nanoTime() - end < 0) {
			List<Thread> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith(prefix))
				.toList();
			if (threads.isEmpty()) {
				throw new IllegalStateException("There is no thread whose name begins with " + prefix);
			}
			threads.get(random.nextInt(threads.size())).interrupt();
			LockSupport.parkNanos(PAUSE);
		}
	}

	/**
	 * Keeps all threads of the common pool busy.
	 * @return a handle that ends this when it is closed
	 */
	static BusyPool occupyCommonPool() {
		CountDownLatch over = new CountDownLatch(1);
		for (int i = 0; i < 4 * Math.max(1, ForkJoinPool.getCommonPoolParallelism()); i++) {
			ForkJoinPool.commonPool().execute(() -> await(over));
		}
		return over::countDown;
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A pool whose threads are busy.
	 */
	interface BusyPool extends AutoCloseable {

		@Override
		void close();

	}

}
