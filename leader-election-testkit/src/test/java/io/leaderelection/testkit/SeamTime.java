/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.Executor;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;

/**
 * Manual time whose schedulers, pools and executors are seams. Everything, including long
 * work, runs on the thread that moves time, so that a call has the same number in every
 * run.
 */
record SeamTime(ManualTime time, Seams seams, Scheduler tasks) implements TimeSystem {

	@Override
	public Ticker ticker() {
		return this.time.ticker();
	}

	@Override
	public WallClock wallClock() {
		return this.time.wallClock();
	}

	@Override
	public Scheduler scheduler(String threadName) {
		this.seams.pass("open scheduler");
		Scheduler scheduler = this.time.scheduler(threadName);
		return new Scheduler() {

			@Override
			public void execute(Runnable task) {
				SeamTime.this.seams.pass("execute");
				scheduler.execute(task);
			}

			@Override
			public Cancellation schedule(Duration delay, Runnable task) {
				SeamTime.this.seams.pass("schedule");
				Cancellation cancellation = scheduler.schedule(delay, task);
				return () -> {
					SeamTime.this.seams.pass("cancel");
					cancellation.cancel();
				};
			}

			@Override
			public Cancellation repeat(Duration period, Runnable task) {
				SeamTime.this.seams.pass("repeat");
				return scheduler.repeat(period, task);
			}

			@Override
			public void close() {
				scheduler.close();
			}

		};
	}

	@Override
	public WorkerPool workers(String threadName, int threads) {
		WorkerPool pool = this.time.workers(threadName, threads);
		return new WorkerPool() {

			@Override
			public void execute(Runnable task) {
				SeamTime.this.seams.pass("pool");
				pool.execute(task);
			}

			@Override
			public void resize(int threads) {
				pool.resize(threads);
			}

			@Override
			public void close() {
				pool.close();
			}

		};
	}

	@Override
	public Executor taskExecutor(String threadName) {
		return (task) -> {
			this.seams.pass("task executor");
			this.tasks.execute(task);
		};
	}

}
