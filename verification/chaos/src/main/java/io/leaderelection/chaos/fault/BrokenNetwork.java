/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.function.BiConsumer;

import io.leaderelection.servers.TcpProxy;

/**
 * Breaks the network between an instance and its store, and mends it after a while.
 *
 * @param name the name of the fault
 * @param weight how often it comes in a round
 * @param least the shortest duration, in leases
 * @param most the longest duration, in leases
 * @param happening the action on the network
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
