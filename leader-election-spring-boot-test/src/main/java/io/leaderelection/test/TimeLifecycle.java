/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import org.springframework.context.SmartLifecycle;

/**
 * Lets time pass while the context stops leader election: a handover may wait for work,
 * and no test moves time then.
 */
final class TimeLifecycle implements SmartLifecycle {

	private final SteppedTime time;

	private volatile boolean running;

	TimeLifecycle(SteppedTime time) {
		this.time = time;
	}

	@Override
	public void start() {
		this.time.stand();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.time.flow();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return DEFAULT_PHASE;
	}

}
