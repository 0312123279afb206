/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

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
		Path configuration = Commands.write(directory.resolve("sentinel.conf"), """
				port %d
				bind %s
				sentinel monitor %s %s %d 1
				sentinel down-after-milliseconds %s 500
				sentinel failover-timeout %s 3000
				""".formatted(port, Loopback.HOST, name, Loopback.HOST, primary.port(), name, name));
		return started(new RedisSentinel(directory, port, new NativeProcess(
				List.of(RedisServer.binary().toString(), configuration.toString(), "--sentinel"), directory)));
	}

	@Override
	boolean isReady() {
		return Loopback.answers(port(), "PING\r\n", (in) -> in.read() == '+');
	}

}
