/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Finds and checks ports on the loopback interface.
 */
public final class Loopback {

	/** The address at which servers listen. */
	public static final String HOST = "127.0.0.1";

	private static final long POLL_MILLIS = 20;

	private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

	private Loopback() {
	}

	/**
	 * Returns a free port, a different one each time: the system may return the same port
	 * twice before a server listens there.
	 * @return the port
	 */
	public static int freePort() {
		int port = port();
		while (!GIVEN.add(port)) {
			port = port();
		}
		return port;
	}

	private static int port() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No free port on " + HOST, ex);
		}
	}

	/**
	 * Returns whether a server accepts connections.
	 * @param port the port
	 * @return whether a connection was established
	 */
	public static boolean answers(int port) {
		try (Socket socket = connect(port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	static Socket connect(int port) throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), port);
	}

	/** Polls until the condition is true or the timeout is over. */
	static boolean await(long timeoutMillis, BooleanSupplier condition) {
		long end = System.nanoTime() + timeoutMillis * 1_000_000;
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - end > 0) {
				return false;
			}
			try {
				Thread.sleep(POLL_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}
		return true;
	}

}
