/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Hands over before the context stops the beans that leadership started. If both stopped
 * a bean at the same time, the bean would seem to have stopped too early, and the lease
 * would be released before the bean has stopped. Those beans are registered as
 * dependencies of this one, so that the context stops it first.
 */
final class ManagedLifecycleStop implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ManagedLifecycleStop.class);

	/** The required name of the bean. */
	static final String BEAN_NAME = "leaderElectionManagedLifecycleStop";

	private final Supplier<? extends CompletionStage<?>> handover;

	private final Duration timeout;

	private volatile boolean running;

	/**
	 * Creates the bean.
	 * @param handover begins to hand over all elections; completes when they are handed
	 * over
	 * @param timeout the maximum time to wait for the handover
	 */
	ManagedLifecycleStop(Supplier<? extends CompletionStage<?>> handover, Duration timeout) {
		this.handover = handover;
		this.timeout = timeout;
	}

	@Override
	public void start() {
		this.running = true;
	}

	/**
	 * Waits for the handover, which ends within the drain timeout, but no longer than the
	 * context waits for any phase. Nothing is released after that: the leases expire.
	 */
	@Override
	public void stop() {
		this.running = false;
		CountDownLatch done = new CountDownLatch(1);
		this.handover.get().whenComplete((result, failure) -> done.countDown());
		try {
			if (!done.await(this.timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				logger.error("The handover has not ended within {} ms. The context stops the beans that leadership "
						+ "started without it. A lease that was not released expires", this.timeout.toMillis());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
