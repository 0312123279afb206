/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import io.leaderelection.annotation.StartOnLeader;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Represents a consumer or poller that starts on the leader and stops before the lease is
 * released.
 */
@Component
@StartOnLeader(InvoiceJob.ELECTION)
class InvoiceFeed implements SmartLifecycle {

	private volatile boolean running;

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public boolean isAutoStartup() {
		return false;
	}

}
