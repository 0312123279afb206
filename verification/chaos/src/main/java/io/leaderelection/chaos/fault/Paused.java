/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.store.ChaosStore;

/**
 * Pauses an instance through the endpoint, and resumes it after a while.
 */
final class Paused implements Fault {

	@Override
	public String name() {
		// "pause" alone is the name of a stopped process
		return "endpoint-pause";
	}

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) throws InterruptedException {
		strike.instance().act(ChaosStore.ELECTION, "PAUSE");
		return strike.leases(0.5, 1.5);
	}

	@Override
	public void end(Strike strike) throws InterruptedException {
		strike.instance().act(ChaosStore.ELECTION, "RESUME");
	}

}
