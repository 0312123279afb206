/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.store.StoreServer;

/**
 * Stops the server and starts it again with its data.
 *
 * @param name the name of the fault
 * @param kill whether it is killed instead of being asked to terminate
 */
record RestartedServer(String name, boolean kill) implements Fault {

	@Override
	public Target target() {
		return Target.STORE;
	}

	@Override
	public Duration begin(Strike strike) {
		StoreServer server = server(strike);
		if (this.kill) {
			server.server().kill();
		}
		else {
			server.stop().run();
		}
		return strike.leases(0, 1);
	}

	@Override
	public void end(Strike strike) {
		server(strike).server().start();
	}

	private static StoreServer server(Strike strike) {
		return strike.store().server().orElseThrow(() -> new IllegalStateException("There is no server"));
	}

}
