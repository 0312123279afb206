/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.store.StoreServer;

/**
 * Stops the server by a signal for a while.
 */
final class StoppedServer implements Fault {

	@Override
	public String name() {
		return "server-hangs";
	}

	@Override
	public Target target() {
		return Target.STORE;
	}

	@Override
	public Duration begin(Strike strike) {
		server(strike).server().freeze();
		return strike.leases(0.3, 1.5);
	}

	@Override
	public void end(Strike strike) {
		server(strike).server().thaw();
	}

	private static StoreServer server(Strike strike) {
		return strike.store().server().orElseThrow(() -> new IllegalStateException("There is no server"));
	}

}
