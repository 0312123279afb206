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
 * A single fault and its target.
 *
 * @param victim the instance that is hit, or empty if all instances are
 * @param all the instances
 * @param store the store
 * @param random the source of random choices
 * @param waiting the waiting inside a fault
 */
public record Strike(Optional<Instance> victim, List<Instance> all, ChaosStore store, Random random, Waiting waiting) {

	/**
	 * Returns the instance that is hit.
	 * @return the instance
	 */
	public Instance instance() {
		return this.victim.orElseThrow(() -> new IllegalStateException("This fault hits no instance"));
	}

	/**
	 * Returns the proxy between the instance that is hit and its store.
	 * @return the network
	 */
	public TcpProxy network() {
		return instance().network();
	}

	/**
	 * Returns a random duration in leases.
	 * @param least the shortest duration, in leases
	 * @param most the longest duration, in leases
	 * @return a duration between the two
	 */
	public Duration leases(double least, double most) {
		double leases = least + (most - least) * this.random.nextDouble();
		return Duration.ofNanos((long) (this.store.lease().toNanos() * leases));
	}

}
