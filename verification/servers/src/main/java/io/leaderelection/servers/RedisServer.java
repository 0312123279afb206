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
import java.util.Map;
import java.util.Optional;

/**
 * A Redis server, run by the local {@code redis-server}. It has no persistence unless
 * options enable it.
 */
public final class RedisServer extends TestServer {

	private static final int STANDARD_PORT = 6379;

	private RedisServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server.
	 * @param options further options of the command line, such as
	 * {@code "--appendonly", "yes"}
	 * @return the running server
	 */
	public static RedisServer open(String... options) {
		Path directory = Commands.temporaryDirectory("redis");
		int port = Loopback.freePort();
		Optional<Path> binary = Commands.find("redis-server", List.of());
		ServerProcess process = Containers.choose(binary, () -> {
			List<String> command = command(binary.orElseThrow().toString(), port, options);
			command.addAll(List.of("--bind", Loopback.HOST, "--dir", directory.toString()));
			return new NativeProcess(command, directory);
		}, () -> {
			List<String> command = command("redis-server", STANDARD_PORT, options);
			command.addAll(List.of("--protected-mode", "no"));
			return new ContainerProcess(Containers.image("LEADER_ELECTION_REDIS_IMAGE", "redis:7-alpine"), Map.of(),
					command, STANDARD_PORT, port);
		});
		RedisServer server = new RedisServer(directory, port, process);
		server.start();
		return server;
	}

	/**
	 * Starts a server whose wall clock can be stepped, always as a local process.
	 * @param time the clock
	 * @param options further options of the command line
	 * @return the running server
	 */
	public static RedisServer openUnder(FakeTime time, String... options) {
		Path directory = Commands.temporaryDirectory("redis");
		int port = Loopback.freePort();
		Path binary = Commands.find("redis-server", List.of())
			.orElseThrow(() -> new IllegalStateException(
					"redis-server is not on the path. Install the package redis-server"));
		List<String> command = new ArrayList<>(time.prefix());
		command.addAll(command(binary.toString(), port, options));
		command.addAll(List.of("--bind", Loopback.HOST, "--dir", directory.toString()));
		RedisServer server = new RedisServer(directory, port, new NativeProcess(command, directory));
		server.start();
		return server;
	}

	private static List<String> command(String binary, int port, String... options) {
		List<String> command = new ArrayList<>(
				List.of(binary, "--port", Integer.toString(port), "--save", "", "--appendonly", "no"));
		command.addAll(List.of(options));
		return command;
	}

	@Override
	boolean isReady() {
		try (Socket socket = Loopback.connect(port())) {
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
