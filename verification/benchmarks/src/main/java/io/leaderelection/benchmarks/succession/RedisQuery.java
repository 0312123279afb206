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
 * Asks a Redis server for a number.
 */
final class RedisQuery {

	private RedisQuery() {
	}

	/**
	 * Sends one command.
	 * @param port of the server
	 * @param command the command and its arguments, without spaces in them
	 * @return the number it answers
	 * @throws IOException if there is none
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
				throw new IOException("Redis answers '" + line + "' to " + command);
			}
			return Long.parseLong(line.substring(1));
		}
	}

}
