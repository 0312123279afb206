/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.LeaderWork;
import io.leaderelection.Leadership;
import io.leaderelection.delivery.ForeignCode;
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

	/** Locked while the work runs. */
	private final ReentrantLock lock = new ReentrantLock();

	LifecycleWork(String name, Lifecycle lifecycle) {
		this.name = name;
		this.lifecycle = lifecycle;
	}

	String name() {
		return this.name;
	}

	Lifecycle lifecycle() {
		return this.lifecycle;
	}

	@Override
	public void run(Leadership leadership) throws InterruptedException {
		this.lock.lock();
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
				this.lock.unlock();
			}
		}
	}

	private void start(Leadership leadership) throws InterruptedException {
		if (!this.lifecycle.isRunning() && !leadership.awaitEnd(Duration.ZERO)) {
			logger.info("Starting {}, because this instance leads election '{}'", this.name, leadership.election());
			this.lifecycle.start();
		}
	}

	/**
	 * Returns when the bean has stopped. An exception of the bean must not end this
	 * earlier: the lease would be released while the bean is still running.
	 */
	private void stop() {
		if (!mayBeRunning()) {
			return;
		}
		log(() -> logger.info("Stopping {}, because its term has ended", this.name));
		tryToStop();
		while (mayBeRunning()) {
			pause();
			tryToStop();
		}
	}

	/** A log that fails must not end the stop either. */
	private static void log(Runnable message) {
		ForeignCode.call(Runnable::run, message);
	}

	private boolean mayBeRunning() {
		AtomicBoolean running = new AtomicBoolean(true);
		Throwable failure = ForeignCode.call((bean) -> running.set(bean.isRunning()), this.lifecycle);
		if (failure != null) {
			logFailedStop(failure);
		}
		return running.get();
	}

	private void tryToStop() {
		Throwable failure = ForeignCode.call(this::stop, this.lifecycle);
		if (failure != null) {
			logFailedStop(failure);
		}
	}

	private void stop(Lifecycle bean) {
		if (bean instanceof SmartLifecycle smart) {
			CountDownLatch stopped = new CountDownLatch(1);
			smart.stop(stopped::countDown);
			await(stopped);
		}
		else {
			bean.stop();
		}
	}

	private void logFailedStop(Throwable failure) {
		log(() -> logger.warn("{} could not be stopped. Another attempt follows in {} s if it is still running",
				this.name, RETRY.toSeconds(), failure));
	}

	/**
	 * Waits until the bean has stopped: it may report that it is not running long before.
	 */
	private void await(CountDownLatch stopped) {
		boolean done = false;
		while (!done) {
			try {
				stopped.await();
				done = true;
			}
			catch (InterruptedException ex) {
				// Interrupted by the report that this work is stuck
				log(() -> logger.warn("Stopping {} has not ended within the drain timeout", this.name));
			}
		}
	}

	@SuppressWarnings("ResultOfMethodCallIgnored") // only time passes
	private void pause() {
		try {
			new CountDownLatch(1).await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			// Interrupted by the report that this work is stuck: try again now
		}
	}

	/**
	 * Stops a bean that something else has started while this instance does not lead. A
	 * failure is logged, because the caller has other beans to stop.
	 */
	void stopIfNotLeading() {
		if (!this.lock.tryLock()) {
			return;
		}
		try {
			stopIfRunning();
		}
		catch (Exception ex) {
			logger.error("{} is running although this instance does not lead its election, and could not be stopped. "
					+ "Stop it by hand, or close the context", this.name, ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void stopIfRunning() {
		if (this.lifecycle.isRunning()) {
			logger.warn("{} was started although this instance does not lead its election. It is being stopped",
					this.name);
			this.lifecycle.stop();
		}
	}

}
