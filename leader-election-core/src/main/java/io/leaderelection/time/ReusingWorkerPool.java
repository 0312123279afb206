/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A pool that gives a task to an idle thread, creates another thread only if there is
 * none and the limit allows it, and queues the task otherwise. Every accepted task is
 * run: an exception of a task never ends a thread, not even an {@link OutOfMemoryError},
 * and waiting for a task allocates nothing.
 * {@link java.util.concurrent.ThreadPoolExecutor} loses its threads when memory is short,
 * and then does not run queued tasks.
 */
final class ReusingWorkerPool implements WorkerPool {

	private static final Duration IDLE = Duration.ofSeconds(10);

	private final ThreadFactory factory;

	private final long idleNanos;

	/** Not an ArrayDeque, which looks empty if it cannot grow for lack of memory. */
	private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();

	/** The number of queued tasks. */
	private int waiting;

	private int most;

	private int threads;

	/** The number of threads that wait for a task. */
	private int idle;

	private boolean closed;

	ReusingWorkerPool(ThreadFactory factory, int most) {
		this(factory, most, IDLE);
	}

	ReusingWorkerPool(ThreadFactory factory, int most, Duration idle) {
		Uncaught.prepare();
		this.factory = factory;
		this.most = most;
		this.idleNanos = idle.toNanos();
	}

	@Override
	public void execute(Runnable task) {
		synchronized (this.line) {
			if (this.closed) {
				return;
			}
			this.line.add(task);
			this.waiting++;
			if (!needsThread()) {
				this.line.notify();
				return;
			}
			this.threads++;
		}
		try {
			startThread();
		}
		catch (Throwable ex) {
			synchronized (this.line) {
				// Another thread will run it; otherwise it was not accepted
				if (this.threads > 0 || !this.line.remove(task)) {
					return;
				}
				this.waiting--;
			}
			throw ex;
		}
	}

	@Override
	public void resize(int threads) {
		synchronized (this.line) {
			this.most = threads;
		}
		while (true) {
			synchronized (this.line) {
				if (!needsThread()) {
					return;
				}
				this.threads++;
			}
			startThread();
		}
	}

	/**
	 * Returns whether there are more queued tasks than idle threads, and the limit allows
	 * another thread.
	 */
	private boolean needsThread() {
		return this.threads < this.most && this.waiting > this.idle;
	}

	/** Starts a thread that was already counted. */
	private void startThread() {
		boolean started = false;
		try {
			this.factory.newThread(this::run).start();
			started = true;
		}
		finally {
			if (!started) {
				synchronized (this.line) {
					this.threads--;
				}
			}
		}
	}

	@Override
	public void close() {
		synchronized (this.line) {
			this.closed = true;
			this.line.notifyAll();
		}
	}

	private void run() {
		while (true) {
			try {
				Runnable task = awaitNext();
				if (task == null) {
					return;
				}
				task.run();
			}
			catch (Throwable ex) {
				Uncaught.report(ex);
			}
			// An interrupt flag that a task set must not reach the next task
			Thread.interrupted();
		}
	}

	/**
	 * Returns the next task, or {@code null} if the thread has to end, which is counted
	 * then.
	 */
	private @Nullable Runnable awaitNext() throws InterruptedException {
		synchronized (this.line) {
			long until = System.nanoTime() + this.idleNanos;
			while (this.waiting == 0 || this.threads > this.most) {
				long left = until - System.nanoTime();
				if (this.closed || left <= 0 || this.threads > this.most) {
					this.threads--;
					// It may have been the one that was woken for a task
					this.line.notify();
					return null;
				}
				this.idle++;
				try {
					TimeUnit.NANOSECONDS.timedWait(this.line, left);
				}
				finally {
					this.idle--;
				}
			}
			this.waiting--;
			return this.line.remove();
		}
	}

}
