/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis server: {@code redis-server} of the system. Without persistence unless options
 * say otherwise.
 */
public final class RedisServer extends TestServer {

	private RedisServer(Path directory, int port, List<String> command) {
		super(directory, port, new NativeProcess(command, directory));
	}

	/**
	 * Starts a server.
	 * @param options further options of the command line, such as
	 * {@code "--appendonly", "yes"}
	 * @return the server, which answers
	 */
	public static RedisServer open(String... options) {
		Path directory = Commands.temporaryDirectory("redis");
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(List.of(binary().toString(), "--port", Integer.toString(port), "--bind",
				Loopback.HOST, "--save", "", "--appendonly", "no", "--dir", directory.toString()));
		command.addAll(List.of(options));
		RedisServer server = new RedisServer(directory, port, command);
		server.start();
		return server;
	}

	private static Path binary() {
		return Commands.find("redis-server", List.of())
			.orElseThrow(() -> new IllegalStateException("redis-server is missing: install the package redis-server"));
	}

	@Override
	boolean isReady() {
		try (Socket socket = new Socket(Loopback.HOST, port())) {
			socket.setSoTimeout(1000);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			InputStream in = socket.getInputStream();
			int first = in.read();
			// An error other than LOADING, such as NOAUTH, is an answer too
			return first == '+' || (first == '-' && in.read() != 'L');
		}
		catch (IOException ex) {
			return false;
		}
	}

}
