/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.servers.Loopback;

/**
 * Sends requests of an instance to its store a second time, later, over other
 * connections. Only for stores whose requests are independent of their connection:
 * elsewhere a repeated part of a connection is not a valid request.
 */
final class ReplayedRequests {

	/** About the number of requests of an instance in a lease. */
	private static final int KEPT = 6;

	private final Map<Strike, Queue<byte[]>> requests = new ConcurrentHashMap<>();

	Duration begin(Strike strike) {
		Queue<byte[]> kept = new ArrayBlockingQueue<>(KEPT);
		this.requests.put(strike, kept);
		strike.network().onRequest((request) -> {
			while (!kept.offer(request)) {
				kept.poll();
			}
		});
		return strike.leases(0.8, 1.6);
	}

	/**
	 * Waits for the beginning of each answer: it shows that the request was processed.
	 */
	void end(Strike strike) {
		strike.network().onRequest((request) -> {
		});
		Queue<byte[]> kept = this.requests.remove(strike);
		if (kept == null) {
			return;
		}
		int port = strike.store().port().orElseThrow();
		for (byte[] request : kept) {
			String text = new String(request, StandardCharsets.ISO_8859_1);
			boolean answered = Loopback.answers(port, text, (in) -> in.read() >= 0);
			System.out.println("A replayed request of " + request.length + " bytes was "
					+ ((answered) ? "answered" : "not answered, because the store is down or it is only a part"));
		}
	}

}
