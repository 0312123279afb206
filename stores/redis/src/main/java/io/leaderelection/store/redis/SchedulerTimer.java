/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.time.Scheduler;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timer that runs the timeouts of Lettuce on the store's scheduler, instead of on a
 * separate timer thread.
 */
final class SchedulerTimer implements Timer {

	private static final Logger logger = LoggerFactory.getLogger(SchedulerTimer.class);

	private final Scheduler scheduler;

	SchedulerTimer(Scheduler scheduler) {
		this.scheduler = scheduler;
	}

	@Override
	public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
		Entry entry = new Entry(this, task);
		entry.cancellation = this.scheduler.schedule(Duration.ofNanos(unit.toNanos(delay)), entry::run);
		return entry;
	}

	@Override
	public Set<Timeout> stop() {
		// The scheduler belongs to the store, which closes it
		return Set.of();
	}

	private enum State {

		WAITING, EXPIRED, CANCELLED

	}

	private static final class Entry implements Timeout {

		private final SchedulerTimer timer;

		private final TimerTask task;

		private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

		private volatile Scheduler.Cancellation cancellation = () -> {
		};

		Entry(SchedulerTimer timer, TimerTask task) {
			this.timer = timer;
			this.task = task;
		}

		void run() {
			if (this.state.compareAndSet(State.WAITING, State.EXPIRED)) {
				try {
					this.task.run(this);
				}
				catch (Throwable ex) {
					logger.warn("A timeout of a Redis connection failed", ex);
				}
			}
		}

		@Override
		public Timer timer() {
			return this.timer;
		}

		@Override
		public TimerTask task() {
			return this.task;
		}

		@Override
		public boolean isExpired() {
			return this.state.get() == State.EXPIRED;
		}

		@Override
		public boolean isCancelled() {
			return this.state.get() == State.CANCELLED;
		}

		@Override
		public boolean cancel() {
			if (this.state.compareAndSet(State.WAITING, State.CANCELLED)) {
				this.cancellation.cancel();
				return true;
			}
			return false;
		}

	}

}
