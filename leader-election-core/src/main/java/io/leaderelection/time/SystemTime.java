/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The clocks and threads of this process.
 */
@SuppressWarnings("ImmutableEnumChecker") // both clocks are without state
enum SystemTime implements TimeSystem {

	INSTANCE;

	private final Ticker ticker = Ticker.system();

	private final WallClock wallClock = WallClock.system();

	@Override
	public Ticker ticker() {
		return this.ticker;
	}

	@Override
	public WallClock wallClock() {
		return this.wallClock;
	}

	@Override
	public Scheduler scheduler(String threadName) {
		return new SystemScheduler(daemons(threadName));
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		AtomicInteger number = new AtomicInteger();
		return new SystemWorkerPool((task) -> daemons(threadName + "-" + number.incrementAndGet()).newThread(task),
				threads);
	}

	@Override
	public Executor taskExecutor(String threadName) {
		ThreadFactory factory = daemons(threadName);
		return (task) -> factory.newThread(task).start();
	}

	@Override
	public Runnable keepProcessAlive(String threadName) {
		AtomicBoolean ended = new AtomicBoolean();
		Thread thread = new Thread(() -> {
			while (!ended.get()) {
				LockSupport.park(ended);
				// An interrupt flag would end every wait at once
				Thread.interrupted();
			}
		}, threadName);
		// A thread is a daemon by default if the one that creates it is
		thread.setDaemon(false);
		thread.start();
		return () -> {
			ended.set(true);
			LockSupport.unpark(thread);
		};
	}

	private static ThreadFactory daemons(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		};
	}

}
