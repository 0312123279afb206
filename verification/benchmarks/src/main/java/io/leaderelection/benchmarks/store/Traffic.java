/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.util.Arrays;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.servers.TcpProxy;

/**
 * Records when a process opened connections to its store, and when it sent data.
 * Thread-safe.
 */
final class Traffic {

	private final Queue<Long> connections = new ConcurrentLinkedQueue<>();

	private final Queue<Long> requests = new ConcurrentLinkedQueue<>();

	/**
	 * Counts the traffic of a proxy.
	 * @param proxy the proxy between the process and the store
	 */
	Traffic(TcpProxy proxy) {
		proxy.onConnection(() -> this.connections.add(System.nanoTime()));
		proxy.onRequest((request) -> this.requests.add(System.nanoTime()));
	}

	/**
	 * Returns when connections were opened, whether or not the server was up.
	 * @param since the first clock reading to include
	 * @return sorted readings of the monotonic clock
	 */
	long[] connections(long since) {
		return since(this.connections, since);
	}

	/**
	 * Returns when data was sent over a connection.
	 * @param since the first clock reading to include
	 * @return sorted readings of the monotonic clock
	 */
	long[] requests(long since) {
		return since(this.requests, since);
	}

	/**
	 * Combines the events of several processes.
	 * @param each the moments of each process
	 * @return all moments, sorted
	 */
	static long[] together(Collection<long[]> each) {
		return each.stream().flatMapToLong(Arrays::stream).sorted().toArray();
	}

	/**
	 * Returns the largest number of events within any interval of a given length.
	 * @param sorted the moments in nanoseconds
	 * @param nanos the length of the interval
	 * @return the largest number of moments that are less than that apart
	 */
	static int peak(long[] sorted, long nanos) {
		int peak = 0;
		int first = 0;
		for (int last = 0; last < sorted.length; last++) {
			while (sorted[last] - sorted[first] >= nanos) {
				first++;
			}
			peak = Math.max(peak, last - first + 1);
		}
		return peak;
	}

	private static long[] since(Queue<Long> moments, long since) {
		return moments.stream().mapToLong(Long::longValue).filter((at) -> at - since >= 0).sorted().toArray();
	}

}
