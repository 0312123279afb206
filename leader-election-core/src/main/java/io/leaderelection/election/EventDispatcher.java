/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events: one serial line for each election, over a small pool. A delivery that
 * takes long gets two spare threads beside it, so that it holds up its own line only: of
 * many that hang, all are found in a number of seconds that grows with the logarithm of
 * theirs. No bound: as many lines as hang would stop all others for good. So whoever
 * hands over lines bounds them.
 */
final class EventDispatcher implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(EventDispatcher.class);

	private static final Duration SLOW = Duration.ofSeconds(1);

	private static final Duration RETRY = Duration.ofSeconds(1);

	private static final int THREADS = 1;

	private static final int SPARES = 2;

	private static final int IN_A_ROW = 16;

	private static final ThreadLocal<@Nullable Line> DELIVERING = new ThreadLocal<>();

	private final Scheduler scheduler;

	private final WorkerPool pool;

	/** How many deliveries take long at the moment. */
	private int slow;

	EventDispatcher(TimeSystem time, Scheduler scheduler, String threadName) {
		this.scheduler = scheduler;
		this.pool = time.workers(threadName, THREADS);
	}

	/** Whether the calling thread is delivering an event of any dispatcher. */
	static boolean isDelivering() {
		return DELIVERING.get() != null;
	}

	Line line(String election) {
		return new Line(election, () -> {
		});
	}

	/**
	 * A line that tells of each delivery that takes long.
	 * @param election names the election in messages
	 * @param whenSlow called while the delivery runs, or just after; it must be quick
	 */
	Line line(String election, Runnable whenSlow) {
		return new Line(election, whenSlow);
	}

	@Override
	public void close() {
		this.pool.close();
	}

	private synchronized void slow(int more) {
		this.slow += more;
		this.pool.resize(THREADS + SPARES * this.slow);
	}

	/** The deliveries of one election, one at a time and in order. */
	final class Line {

		private final String election;

		private final Runnable whenSlow;

		private final Deque<Runnable> waiting = new ArrayDeque<>();

		private boolean running;

		private volatile @Nullable Thread thread;

		private Line(String election, Runnable whenSlow) {
			this.election = election;
			this.whenSlow = whenSlow;
		}

		void deliver(Runnable delivery) {
			synchronized (this.waiting) {
				this.waiting.add(delivery);
				if (this.running) {
					return;
				}
				this.running = true;
			}
			submit();
		}

		private void submit() {
			try {
				EventDispatcher.this.pool.execute(this::next);
			}
			catch (RuntimeException | Error ex) {
				logger.error("No thread delivers the events of election '{}' for now. Tries again in {} s",
						this.election, RETRY.toSeconds(), ex);
				EventDispatcher.this.scheduler.schedule(RETRY, this::submit);
			}
		}

		/** Whether the calling thread is delivering on this line. */
		boolean isCurrent() {
			return DELIVERING.get() == this;
		}

		/** The thread that is delivering now, if any. */
		@Nullable Thread thread() {
			return this.thread;
		}

		/** Delivers what waits, then lets other lines have the thread. */
		private void next() {
			DELIVERING.set(this);
			this.thread = Thread.currentThread();
			boolean more = true;
			for (int i = 0; more && i < IN_A_ROW; i++) {
				deliverFirst();
				synchronized (this.waiting) {
					more = !this.waiting.isEmpty();
					if (!more) {
						// Before another thread can take over
						this.thread = null;
					}
					this.running = more;
				}
			}
			DELIVERING.remove();
			if (more) {
				submit();
			}
		}

		private void deliverFirst() {
			Runnable delivery;
			synchronized (this.waiting) {
				delivery = this.waiting.remove();
			}
			Watch watch = new Watch();
			Scheduler.Cancellation timer = EventDispatcher.this.scheduler.schedule(SLOW, watch::slow);
			try {
				delivery.run();
			}
			catch (RuntimeException | Error ex) {
				logger.warn("Delivery of an event of election '{}' failed", this.election, ex);
			}
			finally {
				timer.cancel();
				watch.done();
			}
		}

		/** Sees to it that there are spare threads while a delivery is slow. */
		private final class Watch {

			private boolean counted;

			private boolean done;

			void slow() {
				if (count()) {
					logger.warn(
							"A listener of election '{}', what waited for its hand-over, or the cancellation of its work "
									+ "has been running for over {} s. What comes behind it waits",
							Line.this.election, SLOW.toSeconds());
					Line.this.whenSlow.run();
				}
			}

			private synchronized boolean count() {
				if (!this.done) {
					this.counted = true;
					EventDispatcher.this.slow(1);
				}
				return this.counted;
			}

			synchronized void done() {
				this.done = true;
				if (this.counted) {
					EventDispatcher.this.slow(-1);
				}
			}

		}

	}

}
