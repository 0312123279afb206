/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;

import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.instance.Waiting;
import io.leaderelection.chaos.store.ChaosStore;

/**
 * Deletes the record of the election once all instances have read it. The guarantees do
 * not cover an instance that has never read it, for example because it has just started.
 *
 * @param deletion deletes the record
 */
record DeletedRecord(ChaosStore.Deletion deletion) {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration POLL = Duration.ofMillis(50);

	Duration begin(Strike strike) throws IOException, InterruptedException {
		for (Instance instance : strike.all()) {
			awaitSeen(instance, strike.waiting());
		}
		this.deletion.delete();
		// Each instance that has read it waits for a lease
		return strike.leases(1, 1.2);
	}

	private static void awaitSeen(Instance instance, Waiting waiting) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (!instance.knowsLeader(ChaosStore.ELECTION)) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException(instance.name() + " knows no leader after " + PATIENCE);
			}
			waiting.pass(POLL);
		}
	}

}
