/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.store.Failover;

/**
 * Fails the store over to a replica that has not received the last writes. The leader
 * changes before, so that some of these writes matter.
 *
 * @param failover the failover of the store
 */
record LossyFailover(Failover<?> failover) {

	Duration begin(Strike strike) throws InterruptedException {
		this.failover.holdReplication();
		strike.all()
			.stream()
			.filter((instance) -> instance.leadingToken().isPresent())
			.findFirst()
			.ifPresent((leader) -> leader.network().blackHole());
		strike.waiting().pass(strike.leases(1.2, 2));
		int port = this.failover.promote();
		strike.all().stream().map(Instance::network).forEach((network) -> {
			network.redirect(port);
			network.heal();
			network.reset();
		});
		return strike.leases(1.2, 1.5);
	}

}
