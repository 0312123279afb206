/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of the JDK whose threads no task ends, and which queues a task while there is no
 * memory for another thread but one that will run it.
 */
final class SystemWorkerPool implements WorkerPool {

	private static final Duration IDLE = Duration.ofSeconds(10);

	private final ThreadPoolExecutor threads;

	SystemWorkerPool(ThreadFactory factory, int most) {
		this(factory, most, IDLE);
	}

	SystemWorkerPool(ThreadFactory factory, int most, Duration idle) {
		Uncaught.prepare();
		this.threads = new ThreadPoolExecutor(most, most, idle.toNanos(), TimeUnit.NANOSECONDS,
				new LinkedBlockingQueue<>(), factory, new ThreadPoolExecutor.DiscardPolicy());
		this.threads.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		Runnable run = () -> Uncaught.run(task);
		try {
			this.threads.execute(run);
		}
		catch (Throwable ex) {
			if (this.threads.getPoolSize() == 0) {
				throw ex;
			}
			this.threads.getQueue().add(run);
		}
	}

	@Override
	public void resize(int threads) {
		if (threads > this.threads.getMaximumPoolSize()) {
			this.threads.setMaximumPoolSize(threads);
			this.threads.setCorePoolSize(threads);
		}
		else {
			this.threads.setCorePoolSize(threads);
			this.threads.setMaximumPoolSize(threads);
		}
	}

	@Override
	public void close() {
		this.threads.shutdown();
	}

}
