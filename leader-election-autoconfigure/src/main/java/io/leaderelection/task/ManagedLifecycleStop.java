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
 * Hands over before the context stops what leadership started: a bean that both stopped
 * at the same time would be taken for stopped too early, and the lease be released under
 * it. Those beans count as what this one depends on, so that it stops first.
 */
final class ManagedLifecycleStop implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ManagedLifecycleStop.class);

	/** The name that the bean must have. */
	static final String BEAN_NAME = "leaderElectionManagedLifecycleStop";

	private final ManagedLifecycles lifecycles;

	private final Supplier<? extends CompletionStage<?>> handover;

	private final Duration timeout;

	private volatile boolean running;

	/**
	 * Creates the bean.
	 * @param lifecycles what leadership starts
	 * @param handover begins to hand over all elections; completes when that is done
	 * @param timeout how long to wait for that at most
	 */
	ManagedLifecycleStop(ManagedLifecycles lifecycles, Supplier<? extends CompletionStage<?>> handover,
			Duration timeout) {
		this.lifecycles = lifecycles;
		this.handover = handover;
		this.timeout = timeout;
	}

	@Override
	public void start() {
		this.running = true;
	}

	/**
	 * Waits for the handover, which ends by the drain timeout, and no longer than for any
	 * phase of the context. Nothing is released after that: the leases run out.
	 */
	@Override
	public void stop() {
		this.running = false;
		if (this.lifecycles.isEmpty()) {
			return;
		}
		CountDownLatch done = new CountDownLatch(1);
		this.handover.get().whenComplete((result, failure) -> done.countDown());
		try {
			if (!done.await(this.timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				logger.error(
						"The handover has not ended within {} ms. The context stops the beans that leadership "
								+ "started without it. A lease that was not released runs out",
						this.timeout.toMillis());
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
