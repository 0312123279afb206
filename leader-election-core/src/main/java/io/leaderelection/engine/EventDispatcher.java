/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events: one serial line for each election, over a small pool. A delivery that
 * takes long adds two spare threads, so that it delays only its own line. Each
 * {@link #look()} can detect twice as many slow deliveries as the one before. The number
 * of spare threads is not limited, because as many hanging lines as the limit would block
 * all others for good. The callers must therefore limit the number of lines.
 */
final class EventDispatcher implements AutoCloseable {

	private static final SafeLogger logger = new SafeLogger(EventDispatcher.class);

	private static final Duration SLOW = Duration.ofSeconds(1);

	private static final int THREADS = 1;

	private static final int SPARES = 2;

	private static final int IN_A_ROW = 16;

	private static final ThreadLocal<@Nullable Line> DELIVERING = new ThreadLocal<>();

	private final Ticker ticker;

	private final WorkerPool pool;

	/**
	 * The first line that has deliveries. A linked list, so that adding a line allocates
	 * nothing.
	 */
	private @Nullable Line busy;

	/** The number of deliveries that take long at the moment. */
	private int slow;

	EventDispatcher(TimeSystem time, String threadName) {
		this.ticker = time.ticker();
		this.pool = time.workers(threadName, THREADS);
	}

	/** Returns whether the calling thread is delivering an event of any dispatcher. */
	static boolean isDelivering() {
		return DELIVERING.get() != null;
	}

	Line line(String election) {
		return new Line(election, () -> {
		});
	}

	/**
	 * Returns a line with one delivery that has not begun yet.
	 * @param election the name of the election in messages
	 * @param delivery the delivery
	 * @param whenSlow called while the delivery runs, or just after; it must be quick
	 */
	Line line(String election, Runnable delivery, Runnable whenSlow) {
		Line line = new Line(election, whenSlow);
		line.waiting.add(delivery);
		return line;
	}

	/**
	 * Detects deliveries that take long, and tries again to start lines that got no
	 * thread. Has to be called about twice a second.
	 */
	void look() {
		for (Line line = nextSlow(); line != null; line = nextSlow()) {
			logger.warn(
					"A listener of election '{}', a callback of its handover, or the cancellation of its work "
							+ "has been running for over {} s. Later calls wait for it",
					line.election, SLOW.toSeconds());
			line.whenSlow.run();
		}
		resize();
		for (Line line = nextWithoutThread(); line != null; line = nextWithoutThread()) {
			if (!line.submit()) {
				return;
			}
		}
	}

	private synchronized @Nullable Line nextSlow() {
		long now = this.ticker.nanos();
		for (Line line = this.busy; line != null; line = line.next) {
			if (line.delivering && !line.slow && now - line.since >= SLOW.toNanos()) {
				line.slow = true;
				this.slow++;
				return line;
			}
		}
		return null;
	}

	private synchronized @Nullable Line nextWithoutThread() {
		for (Line line = this.busy; line != null; line = line.next) {
			if (line.refused) {
				return line;
			}
		}
		return null;
	}

	private synchronized void resize() {
		try {
			this.pool.resize(THREADS + SPARES * this.slow);
		}
		catch (Throwable ex) {
			logger.error("No spare thread for events for now. Tries again within a second", ex);
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

	/** The deliveries of one election, one at a time and in order. */
	final class Line implements Runnable {

		private final String election;

		private final Runnable whenSlow;

		private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

		private volatile @Nullable Thread thread;

		// Guarded by the dispatcher

		private @Nullable Line previous;

		private @Nullable Line next;

		private boolean linked;

		/** Whether the pool had no thread. */
		private boolean refused;

		private boolean delivering;

		private boolean slow;

		private long since;

		private Line(String election, Runnable whenSlow) {
			this.election = election;
			this.whenSlow = whenSlow;
		}

		/**
		 * Adds a delivery. Throws if there is not enough memory to add it; an accepted
		 * delivery is always made.
		 */
		void deliver(Runnable delivery) {
			this.waiting.add(delivery);
			begin();
		}

		/** Starts waiting deliveries. */
		void begin() {
			synchronized (EventDispatcher.this) {
				if (this.linked || this.waiting.isEmpty()) {
					return;
				}
				link();
			}
			submit();
		}

		private void link() {
			this.linked = true;
			this.next = EventDispatcher.this.busy;
			if (this.next != null) {
				this.next.previous = this;
			}
			EventDispatcher.this.busy = this;
		}

		private void unlink() {
			this.linked = false;
			if (this.previous != null) {
				this.previous.next = this.next;
			}
			else {
				EventDispatcher.this.busy = this.next;
			}
			if (this.next != null) {
				this.next.previous = this.previous;
			}
			this.previous = null;
			this.next = null;
		}

		private boolean submit() {
			refused(false);
			try {
				EventDispatcher.this.pool.execute(this);
				return true;
			}
			catch (Throwable ex) {
				refused(true);
				logger.error("No thread delivers the events of election '{}' for now. Tries again within a second",
						this.election, ex);
				return false;
			}
		}

		private void refused(boolean refused) {
			synchronized (EventDispatcher.this) {
				this.refused = refused;
			}
		}

		/** The thread that delivers now, if any. */
		@Nullable Thread thread() {
			return this.thread;
		}

		/** Runs waiting deliveries, then leaves the thread to other lines. */
		@Override
		public void run() {
			if (!enter()) {
				return;
			}
			boolean more = true;
			try {
				DELIVERING.set(this);
				for (int i = 0; more && i < IN_A_ROW; i++) {
					deliverFirst();
					more = isMoreWaiting();
				}
			}
			finally {
				if (more) {
					this.thread = null;
				}
				DELIVERING.remove();
				if (more) {
					submit();
				}
			}
		}

		/**
		 * Returns whether no other thread delivers: a pool may reject a task and run it
		 * nevertheless.
		 */
		private boolean enter() {
			synchronized (EventDispatcher.this) {
				boolean entered = this.linked && this.thread == null;
				if (entered) {
					this.thread = Thread.currentThread();
				}
				return entered;
			}
		}

		private boolean isMoreWaiting() {
			synchronized (EventDispatcher.this) {
				boolean more = !this.waiting.isEmpty();
				if (!more) {
					// Before another thread can take over
					this.thread = null;
					unlink();
				}
				return more;
			}
		}

		private void deliverFirst() {
			Runnable delivery = began();
			try {
				delivery.run();
			}
			catch (Throwable ex) {
				logger.warn("Delivery of an event of election '{}' failed", this.election, ex);
			}
			finally {
				ended();
			}
		}

		private Runnable began() {
			synchronized (EventDispatcher.this) {
				this.since = EventDispatcher.this.ticker.nanos();
				this.delivering = true;
				return this.waiting.remove();
			}
		}

		private void ended() {
			synchronized (EventDispatcher.this) {
				this.delivering = false;
				if (this.slow) {
					this.slow = false;
					EventDispatcher.this.slow--;
					resize();
				}
			}
		}

	}

}
