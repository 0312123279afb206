/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import io.leaderelection.servers.TcpProxy;

/**
 * What has gone over the network.
 *
 * @param bytes in both directions
 * @param roundTrips see {@link TcpProxy#roundTrips()}
 */
record Traffic(long bytes, long roundTrips) {

	/**
	 * Counts what a piece of work sends and is answered.
	 * @param proxy what goes through it
	 * @param work the work
	 * @return the bytes and round trips from its beginning to its end
	 */
	static Traffic of(TcpProxy proxy, Runnable work) {
		long bytes = proxy.bytes();
		long roundTrips = proxy.roundTrips();
		work.run();
		return new Traffic(proxy.bytes() - bytes, proxy.roundTrips() - roundTrips);
	}

	/**
	 * Counts the same piece of work three times. How HTTP/2 packs its frames, and a
	 * session's own pings, only add.
	 * @param proxy what goes through it
	 * @param work the work
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
