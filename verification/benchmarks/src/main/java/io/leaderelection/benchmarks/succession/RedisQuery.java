/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Reads a number from a Redis server.
 */
final class RedisQuery {

	private RedisQuery() {
	}

	/**
	 * Sends a command.
	 * @param port the port of the server
	 * @param command the command and its arguments, which must not contain spaces
	 * @return the number in the answer
	 * @throws IOException if the answer is not a number
	 */
	static long number(int port, String command) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
			BufferedReader answer = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
			String line = answer.readLine();
			if (line != null && line.startsWith("$") && !line.equals("$-1")) {
				return Long.parseLong(answer.readLine());
			}
			if (line == null || !line.startsWith(":")) {
				throw new IOException("Redis answered '" + line + "' to " + command);
			}
			return Long.parseLong(line.substring(1));
		}
	}

}
