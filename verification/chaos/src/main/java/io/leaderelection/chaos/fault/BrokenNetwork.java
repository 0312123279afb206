/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.function.BiConsumer;

import io.leaderelection.servers.TcpProxy;

/**
 * Something happens to the network between an instance and its store, and is mended after
 * a while.
 *
 * @param name of the fault
 * @param weight how often it comes
 * @param least how long, in leases
 * @param most how long
 * @param happening what happens
 */
record BrokenNetwork(String name, int weight, double least, double most,
		BiConsumer<TcpProxy, Strike> happening) implements Fault {

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public Duration begin(Strike strike) {
		this.happening.accept(strike.network(), strike);
		return strike.leases(this.least, this.most);
	}

	@Override
	public void end(Strike strike) {
		strike.network().heal();
	}

}
