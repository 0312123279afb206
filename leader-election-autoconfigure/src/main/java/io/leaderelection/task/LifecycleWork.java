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
 * Starts a bean, and stops it when the term ends. A start is not interrupted: if the term
 * ends meanwhile, the bean is stopped directly after the start. The work ends only when
 * the bean has stopped.
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

	/** Returns whether both manage the same bean. */
	boolean isSame(LifecycleWork other) {
		return this.lifecycle.equals(other.lifecycle);
	}

	@Override
	public void run(Leadership leadership) throws InterruptedException {
		activate(true);
		try {
			start(leadership);
			while (!leadership.awaitEnd(ROUND)) {
				logger.debug("{} keeps running for election '{}'", this.name, leadership.election());
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
			logger.info("Starting {}, because this instance leads election '{}'", this.name, leadership.election());
			this.lifecycle.start();
		}
	}

	/**
	 * Returns when the bean has stopped. An exception of the bean or the log must not end
	 * this earlier: the lease would be released while the bean is still running.
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
				stopped = (stopped != null) ? stopped : requestStop();
				// The bean may report that it is not running long before it has stopped
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
			// The bean threw it. Restored earlier, it would end each wait immediately
			Thread.currentThread().interrupt();
		}
	}

	private void logStop() {
		try {
			logger.info("Stopping {}, because its term has ended", this.name);
		}
		catch (Throwable ex) {
			// The bean must be stopped even if the log fails
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

	private void logFailedStop(boolean requested, Throwable failure) {
		try {
			if (requested && failure instanceof InterruptedException) {
				// Interrupted by the report that this work is stuck
				logger.warn("Stopping {} has not ended within the drain timeout", this.name);
			}
			else {
				logger.warn("{} could not be stopped. Another attempt follows in {} s if it is still running",
						this.name, RETRY.toSeconds(), failure);
			}
		}
		catch (Throwable ex) {
			// The log itself failed, and there is nowhere else to report it
		}
	}

	/** Requests the stop, and returns a latch that opens when the bean has stopped. */
	private CountDownLatch requestStop() {
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
			// Interrupted by the report that this work is stuck: try again now
			return true;
		}
	}

	/**
	 * Stops a bean that something else has started while this instance does not lead. A
	 * failure is logged, because the caller has other beans to stop.
	 */
	void stopIfNotLeading() {
		this.lock.lock();
		try {
			if (!this.active && this.lifecycle.isRunning()) {
				logger.warn("{} was started although this instance does not lead its election. It is being stopped",
						this.name);
				this.lifecycle.stop();
			}
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			logger.error("{} is running although this instance does not lead its election, and could not be stopped. "
					+ "Stop it by hand, or close the context", this.name, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

}
