/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Sends commands to Redis without a client library.
 */
final class Resp {

	private static final int TIMEOUT_MILLIS = 5000;

	private Resp() {
	}

	/**
	 * Sends a command.
	 * @param port the port of the server
	 * @param words the words of the command
	 * @return the first line of the answer
	 * @throws IOException if the server does not answer, or answers with an error
	 */
	static String call(int port, String... words) throws IOException {
		StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
		for (String word : words) {
			request.append('$')
				.append(word.getBytes(StandardCharsets.UTF_8).length)
				.append("\r\n")
				.append(word)
				.append("\r\n");
		}
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(TIMEOUT_MILLIS);
			socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
			String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
				.readLine();
			if (answer == null || answer.startsWith("-")) {
				throw new IOException("Redis answered " + String.join(" ", words) + " with " + answer);
			}
			return answer;
		}
	}

}
