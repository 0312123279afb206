/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import io.leaderelection.servers.TcpProxy;

/**
 * The traffic on the network.
 *
 * @param bytes the bytes in both directions
 * @param roundTrips the round trips, see {@link TcpProxy#roundTrips()}
 */
record Traffic(long bytes, long roundTrips) {

	/**
	 * Measures the traffic of an action.
	 * @param proxy the proxy that it uses
	 * @param work the action
	 * @return the bytes and round trips from its beginning to its end
	 */
	static Traffic of(TcpProxy proxy, Runnable work) {
		long bytes = proxy.bytes();
		long roundTrips = proxy.roundTrips();
		work.run();
		return new Traffic(proxy.bytes() - bytes, proxy.roundTrips() - roundTrips);
	}

	/**
	 * Measures the same action three times and takes the least, because frames of HTTP/2
	 * and pings of a session only add traffic.
	 * @param proxy the proxy that it uses
	 * @param work the action
	 * @return the fewest bytes and the fewest round trips
	 */
	static Traffic leastOf(TcpProxy proxy, Runnable work) {
		Traffic least = of(proxy, work);
		for (int i = 0; i < 2; i++) {
			Traffic next = of(proxy, work);
			least = new Traffic(Math.min(least.bytes, next.bytes), Math.min(least.roundTrips, next.roundTrips));
		}
		return least;
	}

	@Override
	public String toString() {
		return this.bytes + " bytes, " + this.roundTrips + " round trips";
	}

}
