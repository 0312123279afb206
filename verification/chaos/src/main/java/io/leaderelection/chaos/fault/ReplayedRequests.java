/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends requests of an instance to its store a second time, later, over other
 * connections. Only for stores whose requests are independent of their connection:
 * elsewhere a repeated part of a connection is not a valid request.
 */
final class ReplayedRequests {

	/** About the number of requests of an instance in a lease. */
	private static final int KEPT = 6;

	private static final int TIMEOUT_MILLIS = 2000;

	private final Map<Strike, Deque<byte[]>> requests = new ConcurrentHashMap<>();

	Duration begin(Strike strike) {
		Deque<byte[]> kept = new ArrayDeque<>();
		this.requests.put(strike, kept);
		strike.network().onRequest((request) -> {
			synchronized (kept) {
				kept.addLast(request);
				if (kept.size() > KEPT) {
					kept.removeFirst();
				}
			}
		});
		return strike.leases(0.8, 1.6);
	}

	void end(Strike strike) throws IOException {
		strike.network().onRequest((request) -> {
		});
		Deque<byte[]> kept = this.requests.remove(strike);
		if (kept == null) {
			return;
		}
		List<byte[]> again;
		synchronized (kept) {
			again = List.copyOf(kept);
		}
		for (byte[] request : again) {
			send(strike.store().port().orElseThrow(), request);
		}
	}

	/**
	 * Waits for the beginning of an answer, which shows that the request was processed.
	 */
	private static void send(int port, byte[] request) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(TIMEOUT_MILLIS);
			socket.getOutputStream().write(request);
			socket.getOutputStream().flush();
			int first = socket.getInputStream().read();
			System.out
				.println("A replayed request of " + request.length + " bytes was answered, beginning with " + first);
		}
		catch (SocketTimeoutException ex) {
			System.out.println("A replayed part of " + request.length + " bytes is not a complete request");
		}
	}

}
