/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * Finds and checks ports on the loopback interface.
 */
public final class Loopback {

	/** The address at which servers listen. */
	public static final String HOST = "127.0.0.1";

	private static final long POLL_MILLIS = 20;

	/**
	 * Below the ports that systems give to outgoing connections, also those of a node of
	 * a Redis cluster, which listens 10,000 above, too.
	 */
	private static final int FIRST = 12_000;

	private static final int COUNT = 10_000;

	/** Locked files, one for each port, until the process ends. */
	private static final Map<Integer, FileChannel> GIVEN = new ConcurrentHashMap<>();

	private Loopback() {
	}

	/**
	 * Returns a free port, a different one each time and in each process of this machine:
	 * nobody listens there before the server of the caller does.
	 * @return the port
	 */
	public static int freePort() {
		int offset = ThreadLocalRandom.current().nextInt(COUNT);
		for (int i = 0; i < COUNT; i++) {
			int port = FIRST + (offset + i) % COUNT;
			if (take(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port on " + HOST + " from " + FIRST + " on");
	}

	private static synchronized boolean take(int port) {
		if (GIVEN.containsKey(port)) {
			return false;
		}
		Path folder = Path.of(System.getProperty("java.io.tmpdir"),
				"leader-election-ports-" + System.getProperty("user.name"));
		try {
			Files.createDirectories(folder);
			FileChannel file = FileChannel.open(folder.resolve(String.valueOf(port)), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			if (file.tryLock() != null && isFree(port)) {
				GIVEN.put(port, file);
				return true;
			}
			file.close();
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot lock a file for port " + port + " in " + folder, ex);
		}
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
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

	/**
	 * Returns whether a server answers a request within a second as expected.
	 * @param port the port
	 * @param request what is sent, in ISO 8859-1
	 * @param expected checks the answer
	 * @return whether it is the expected one
	 */
	public static boolean answers(int port, String request, Answer expected) {
		try (Socket socket = connect(port)) {
			socket.setSoTimeout(1000);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			return expected.isIn(socket.getInputStream());
		}
		catch (IOException ex) {
			return false;
		}
	}

	static Socket connect(int port) throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), port);
	}

	/**
	 * Polls until a condition is true or the timeout is over.
	 * @param timeoutMillis the timeout in milliseconds
	 * @param condition the condition
	 * @return whether it is true; {@code false} if the thread is interrupted
	 */
	public static boolean await(long timeoutMillis, BooleanSupplier condition) {
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

	/**
	 * Checks an answer.
	 */
	@FunctionalInterface
	public interface Answer {

		/**
		 * Returns whether an answer is the expected one.
		 * @param in the answer
		 * @return whether it is
		 * @throws IOException if it cannot be read
		 */
		boolean isIn(InputStream in) throws IOException;

	}

	/** Closes a connection so that the other side sees a reset. */
	static void reset(Socket socket) {
		try {
			// Closing immediately with unsent data makes TCP send a reset
			socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			// Already closed, so there is nothing to reset
			return;
		}
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot reset a connection", ex);
		}
	}

}
