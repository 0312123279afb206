/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.List;

/**
 * A NATS server with JetStream.
 */
public final class NatsServer extends TestServer {

	private static final String BINARY = "nats-server";

	private NatsServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server.
	 * @return the running server
	 */
	public static NatsServer open() {
		Path binary = Commands.require(BINARY, "install the package nats-server");
		Path directory = Commands.temporaryDirectory(BINARY);
		int port = Loopback.freePort();
		List<String> command = List.of(binary.toString(), "--addr", Loopback.HOST, "--port", Integer.toString(port),
				"--jetstream", "--store_dir", directory.resolve("data").toString());
		return started(new NatsServer(directory, port, new NativeProcess(command, directory)));
	}

	/**
	 * Returns the URL for clients.
	 * @return the URL
	 */
	public String url() {
		return "nats://" + Loopback.HOST + ":" + port();
	}

	@Override
	boolean isReady() {
		// It greets with INFO
		return Loopback.answers(port(), "PING\r\n", (in) -> in.read() == 'I');
	}

}
