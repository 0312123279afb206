/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A single Redis Sentinel with a short timeout: it fails over half a second after the
 * last answer of a primary. Always a local process, because it must reach the servers at
 * the addresses that clients use.
 */
public final class RedisSentinel extends TestServer {

	private RedisSentinel(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a Sentinel.
	 * @param name the name of the primary
	 * @param primary the server to watch
	 * @return the running Sentinel
	 */
	public static RedisSentinel open(String name, RedisServer primary) {
		Path directory = Commands.temporaryDirectory("sentinel");
		int port = Loopback.freePort();
		String binary = Commands.find("redis-server", List.of())
			.orElseThrow(() -> new IllegalStateException(
					"redis-server is not on the path. Install the package redis-server"))
			.toString();
		Path configuration = directory.resolve("sentinel.conf");
		try {
			Files.writeString(configuration, """
					port %d
					bind %s
					sentinel monitor %s %s %d 1
					sentinel down-after-milliseconds %s 500
					sentinel failover-timeout %s 3000
					""".formatted(port, Loopback.HOST, name, Loopback.HOST, primary.port(), name, name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		RedisSentinel sentinel = new RedisSentinel(directory, port,
				new NativeProcess(List.of(binary, configuration.toString(), "--sentinel"), directory));
		sentinel.start();
		return sentinel;
	}

	@Override
	boolean isReady() {
		try (Socket socket = Loopback.connect(port())) {
			socket.setSoTimeout(1000);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			return socket.getInputStream().read() == '+';
		}
		catch (IOException ex) {
			return false;
		}
	}

}
