/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.store.Failover;

/**
 * Fails the store over to a replica that has not received the last writes. The leader
 * changes before, so that some of these writes matter.
 */
final class LossyFailover {

	private LossyFailover() {
	}

	static Duration begin(Strike strike) throws InterruptedException {
		Failover failover = strike.store()
			.failover()
			.orElseThrow(() -> new IllegalStateException("There is no replica"));
		failover.holdReplication();
		strike.all()
			.stream()
			.filter((instance) -> instance.leadingToken().isPresent())
			.findFirst()
			.ifPresent((leader) -> leader.network().ifPresent((network) -> network.blackHole()));
		strike.waiting().pass(strike.leases(1.2, 2));
		int port = failover.promote();
		strike.all().forEach((instance) -> instance.network().ifPresent((network) -> {
			network.redirect(port);
			network.heal();
			network.reset();
		}));
		return strike.leases(1.2, 1.5);
	}

	static void end(Strike strike) {
		strike.store().failover().ifPresent(Failover::renewReplica);
	}

}
