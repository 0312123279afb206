/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Redis server, run by the local {@code redis-server}. It has no persistence unless
 * options enable it.
 */
public final class RedisServer extends TestServer {

	private static final String BINARY = "redis-server";

	private static final int STANDARD_PORT = 6379;

	private static final long PATIENCE_MILLIS = 5000;

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
		ServerProcess process = Containers.choose(Commands.find(BINARY, List.of()),
				() -> process(directory, port, List.of(), options), () -> {
					List<String> command = command(BINARY, STANDARD_PORT, options);
					command.addAll(List.of("--protected-mode", "no"));
					return new ContainerProcess(Containers.image("LEADER_ELECTION_REDIS_IMAGE", "redis:7-alpine"),
							Map.of(), command, STANDARD_PORT, port);
				});
		return started(new RedisServer(directory, port, process));
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
		return started(new RedisServer(directory, port, process(directory, port, time.prefix(), options)));
	}

	private static ServerProcess process(Path directory, int port, List<String> prefix, String... options) {
		List<String> command = new ArrayList<>(prefix);
		command.addAll(command(binary().toString(), port, options));
		command.addAll(List.of("--bind", Loopback.HOST, "--dir", directory.toString()));
		return new NativeProcess(command, directory);
	}

	static Path binary() {
		return Commands.require(BINARY, "install the package redis-server");
	}

	private static List<String> command(String binary, int port, String... options) {
		List<String> command = new ArrayList<>(
				List.of(binary, "--port", Integer.toString(port), "--save", "", "--appendonly", "no"));
		command.addAll(List.of(options));
		return command;
	}

	/**
	 * Makes a replica a primary.
	 */
	public void promote() {
		if (!Loopback.await(PATIENCE_MILLIS,
				() -> Loopback.answers(port(), "REPLICAOF NO ONE\r\n", (in) -> in.read() == '+'))) {
			throw new IllegalStateException("The replica was not promoted: " + log());
		}
	}

	@Override
	boolean isReady() {
		return Loopback.answers(port(), "PING\r\n", (in) -> {
			int first = in.read();
			// An error other than LOADING, such as NOAUTH, is an answer too
			return first == '+' || (first == '-' && in.read() != 'L');
		});
	}

}
