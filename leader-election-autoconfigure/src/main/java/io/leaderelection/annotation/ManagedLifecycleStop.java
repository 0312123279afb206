/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import org.springframework.context.SmartLifecycle;

/**
 * Hands over before the context stops what leadership started: a bean that both stopped
 * at the same time would be taken for stopped too early, and the lease be released under
 * it. Those beans count as what this one depends on, so that it stops first.
 */
final class ManagedLifecycleStop implements SmartLifecycle {

	/** The name that the bean must have. */
	static final String BEAN_NAME = "leaderElectionManagedLifecycleStop";

	private final ManagedLifecycles lifecycles;

	private final Supplier<? extends CompletionStage<?>> handOver;

	private volatile boolean running;

	/**
	 * Creates the bean.
	 * @param lifecycles what leadership starts
	 * @param handOver begins to hand over all elections; completes when that is done
	 */
	ManagedLifecycleStop(ManagedLifecycles lifecycles, Supplier<? extends CompletionStage<?>> handOver) {
		this.lifecycles = lifecycles;
		this.handOver = handOver;
	}

	@Override
	public void start() {
		this.running = true;
	}

	/** Waits, within the drain timeout. */
	@Override
	public void stop() {
		this.running = false;
		if (this.lifecycles.isEmpty()) {
			return;
		}
		CountDownLatch done = new CountDownLatch(1);
		this.handOver.get().whenComplete((result, failure) -> done.countDown());
		try {
			done.await();
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
