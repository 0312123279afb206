/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.instance.Waiting;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.servers.TcpProxy;

/**
 * One fault: whom it hits.
 *
 * @param victim the instance that is hit, or empty if all are
 * @param all the instances
 * @param store the store
 * @param random decides what is left open
 * @param waiting for waits inside a fault
 */
public record Strike(Optional<Instance> victim, List<Instance> all, ChaosStore store, Random random, Waiting waiting) {

	/**
	 * The instance that is hit.
	 * @return the instance
	 */
	public Instance instance() {
		return this.victim.orElseThrow(() -> new IllegalStateException("This fault hits no instance"));
	}

	/**
	 * What lies between the instance that is hit and its store.
	 * @return the network
	 */
	public TcpProxy network() {
		return instance().network().orElseThrow(() -> new IllegalStateException("There is no network"));
	}

	/**
	 * A duration in leases.
	 * @param least the shortest
	 * @param most the longest
	 * @return between the two
	 */
	public Duration leases(double least, double most) {
		double leases = least + (most - least) * this.random.nextDouble();
		return Duration.ofNanos((long) (this.store.lease().toNanos() * leases));
	}

}
