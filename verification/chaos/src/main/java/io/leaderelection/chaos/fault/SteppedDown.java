/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.store.ChaosStore;

/**
 * Requests through the endpoint that an instance steps down.
 */
final class SteppedDown implements Fault {

	@Override
	public String name() {
		return "step-down";
	}

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public int weight() {
		return 2;
	}

	@Override
	public boolean wantsLeader() {
		return true;
	}

	@Override
	public Duration begin(Strike strike) throws InterruptedException {
		strike.instance().act(ChaosStore.ELECTION, "STEP_DOWN");
		return Duration.ZERO;
	}

}
