/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Scheduler;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timer that runs the timeouts of Lettuce on the store's scheduler. A timer of netty
 * would need one more thread, which wakes up ten times a second.
 *
 * @param scheduler runs the timeouts; the store closes it
 */
record SchedulerTimer(Scheduler scheduler) implements Timer {

	private static final Logger logger = LoggerFactory.getLogger(SchedulerTimer.class);

	@Override
	public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
		Entry entry = new Entry(this, task, new CompletableFuture<>());
		Scheduler.Cancellation cancellation = this.scheduler.schedule(Duration.ofNanos(unit.toNanos(delay)),
				entry::expire);
		CompletableFuture<?> unused = entry.end().whenComplete((expired, cancelled) -> cancellation.cancel());
		return entry;
	}

	@Override
	public Set<Timeout> stop() {
		return Set.of();
	}

	/**
	 * A timeout.
	 *
	 * @param end completed when it has expired, cancelled if it was cancelled before
	 */
	private record Entry(Timer timer, TimerTask task, CompletableFuture<Boolean> end) implements Timeout {

		void expire() {
			if (this.end.complete(true)) {
				try {
					this.task.run(this);
				}
				catch (Exception ex) {
					logger.warn("A timeout of a Redis connection failed", ex);
				}
			}
		}

		@Override
		public boolean isExpired() {
			return this.end.isDone() && !isCancelled();
		}

		@Override
		public boolean isCancelled() {
			return this.end.isCancelled();
		}

		@Override
		public boolean cancel() {
			return this.end.cancel(false);
		}

	}

}
