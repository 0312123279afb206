/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * A loop for each partition of a divided election, on the instance that leads the
 * partition. Only present if the number of partitions is set.
 */
@Component
@ConditionalOnProperty("leader-election.elections.shipments.partitions")
class ShipmentTask {

	static final String ELECTION = "shipments";

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final Set<Integer> running = new ConcurrentSkipListSet<>();

	@LeaderTask(ELECTION)
	void ship(Leadership leadership) throws InterruptedException {
		int partition = leadership.partition().orElseThrow();
		this.running.add(partition);
		try {
			while (!leadership.awaitEnd(PAUSE)) {
				leadership.verify();
			}
		}
		finally {
			this.running.remove(partition);
		}
	}

	/** Returns the partitions whose loops run on this instance. */
	Set<Integer> running() {
		return Set.copyOf(this.running);
	}

}
