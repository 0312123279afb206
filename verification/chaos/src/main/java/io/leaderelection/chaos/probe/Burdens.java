/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;

/**
 * Puts a burden on an instance from within, for a limited time.
 *
 * @param dataSource the pool of the application
 * @param executors its executors, including the scheduler
 */
record Burdens(ObjectProvider<DataSource> dataSource, ObjectProvider<TaskExecutor> executors) {

	/** More than the threads or connections of any pool of the instance. */
	private static final int MANY = 32;

	private static final int CHUNK = 256 * 1024;

	/** Left free, so that allocation stalls instead of failing. */
	private static final long SPARE = 5L * 1024 * 1024;

	/** Takes all connections of the application's pool. */
	void pool(Duration duration) throws SQLException {
		DataSource source = this.dataSource.getObject();
		List<Connection> taken = new ArrayList<>();
		try {
			long end = System.nanoTime() + duration.toNanos();
			try {
				while (taken.size() < MANY && System.nanoTime() - end < 0) {
					taken.add(source.getConnection());
				}
			}
			catch (SQLException ex) {
				System.out.println("The pool is exhausted after " + taken.size() + " connections");
			}
			park(end);
		}
		finally {
			for (Connection connection : taken) {
				connection.close();
			}
		}
	}

	/** Keeps all threads of the application's scheduler and executors busy. */
	void scheduler(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		this.executors.orderedStream().forEach((executor) -> {
			for (int i = 0; i < MANY; i++) {
				try {
					executor.execute(() -> park(end));
				}
				catch (TaskRejectedException ex) {
					System.out.println("An executor accepts no more tasks: " + ex.getMessage());
					return;
				}
			}
		});
	}

	/** Keeps all threads of the common pool busy. */
	void commonPool(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		for (int i = 0; i < MANY; i++) {
			ForkJoinPool.commonPool().execute(() -> park(end));
		}
	}

	/** Fills the heap except for a small rest, and allocates garbage in that rest. */
	void heap(Duration duration) {
		List<byte[]> ballast = new ArrayList<>();
		long end = System.nanoTime() + duration.toNanos();
		long made = 0;
		while (System.nanoTime() - end < 0) {
			Runtime runtime = Runtime.getRuntime();
			long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
			if (free > SPARE) {
				ballast.add(new byte[CHUNK]);
			}
			else {
				made += new byte[CHUNK / 2].length;
				if (made % (8 * CHUNK) == 0) {
					// Garbage must be collected before the free memory is known
					System.gc();
				}
			}
		}
		System.out.println("Occupied " + ballast.size() + " chunks of the heap");
	}

	private static void park(long end) {
		for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

}
