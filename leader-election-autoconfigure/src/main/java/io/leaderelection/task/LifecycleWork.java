/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a bean, and stops it when the term ends. A start is not interrupted: what ends
 * meanwhile is stopped right after it. The work has ended when the bean has stopped, not
 * before.
 */
final class LifecycleWork implements LeaderWork {

	private static final Logger logger = LoggerFactory.getLogger(LifecycleWork.class);

	private static final Duration ROUND = Duration.ofDays(1);

	private static final Duration RETRY = Duration.ofSeconds(5);

	private final String name;

	private final Lifecycle lifecycle;

	private final ReentrantLock lock = new ReentrantLock();

	private boolean active;

	LifecycleWork(String name, Lifecycle lifecycle) {
		this.name = name;
		this.lifecycle = lifecycle;
	}

	String name() {
		return this.name;
	}

	/** Whether both are about the same bean. */
	boolean isSame(LifecycleWork other) {
		return this.lifecycle.equals(other.lifecycle);
	}

	@Override
	public void run(Leadership leadership) throws InterruptedException {
		activate(true);
		try {
			start(leadership);
			while (!leadership.awaitEnd(ROUND)) {
				logger.debug("{} goes on for election '{}'", this.name, leadership.election());
			}
		}
		finally {
			try {
				stop();
			}
			finally {
				activate(false);
			}
		}
	}

	private void activate(boolean active) {
		this.lock.lock();
		try {
			this.active = active;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void start(Leadership leadership) throws InterruptedException {
		if (!this.lifecycle.isRunning() && !leadership.awaitEnd(Duration.ZERO)) {
			logger.info("Starting {}, as this instance leads election '{}'", this.name, leadership.election());
			this.lifecycle.start();
		}
	}

	/**
	 * Returns when the bean has stopped. Nothing that the bean or the log throws may end
	 * this earlier: the lease would be released while the bean still runs.
	 */
	private void stop() {
		if (!mayBeRunning()) {
			return;
		}
		logStop();
		@Nullable CountDownLatch stopped = null;
		boolean interrupted = false;
		do {
			try {
				stopped = (stopped != null) ? stopped : askToStop();
				// It may not count as running any more long before it has stopped
				stopped.await();
				stopped = null;
			}
			catch (Throwable ex) {
				interrupted |= stopped == null && ex instanceof InterruptedException;
				logFailedStop(stopped != null, ex);
			}
		}
		while (stopped != null || (mayBeRunning() && pause()));
		if (interrupted) {
			// Thrown by the bean. Set earlier, it would end each wait at once
			Thread.currentThread().interrupt();
		}
	}

	private void logStop() {
		try {
			logger.info("Stopping {}, as its term has ended", this.name);
		}
		catch (Throwable ex) {
			// The bean is to be stopped whatever the log does
		}
	}

	private boolean mayBeRunning() {
		try {
			return this.lifecycle.isRunning();
		}
		catch (Throwable ex) {
			logFailedStop(false, ex);
			return true;
		}
	}

	private void logFailedStop(boolean asked, Throwable failure) {
		try {
			if (asked && failure instanceof InterruptedException) {
				// By the report that this is stuck
				logger.warn("Stopping {} has not ended within the drain timeout", this.name);
			}
			else {
				logger.warn("{} could not be stopped. It is asked again in {} s if it still runs", this.name,
						RETRY.toSeconds(), failure);
			}
		}
		catch (Throwable ex) {
			// The log fails, and there is no other place to report that
		}
	}

	/** Returns a latch that opens when the bean has stopped. */
	private CountDownLatch askToStop() {
		if (this.lifecycle instanceof SmartLifecycle smart) {
			CountDownLatch stopped = new CountDownLatch(1);
			smart.stop(stopped::countDown);
			return stopped;
		}
		this.lifecycle.stop();
		return new CountDownLatch(0);
	}

	private boolean pause() {
		try {
			return !new CountDownLatch(1).await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (Throwable ex) {
			// By the report that this is stuck: the bean is asked again now
			return true;
		}
	}

	/**
	 * Stops what somebody else has started while this instance does not lead. A failure
	 * is logged: the caller has other beans to stop.
	 */
	void stopIfNotLeading() {
		this.lock.lock();
		try {
			if (!this.active && this.lifecycle.isRunning()) {
				logger.warn("{} was started although this instance does not lead its election. It is stopped",
						this.name);
				this.lifecycle.stop();
			}
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			logger.error("{} runs although this instance does not lead its election, and could not be stopped. "
					+ "Stop it by hand, or close the context", this.name, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

}
