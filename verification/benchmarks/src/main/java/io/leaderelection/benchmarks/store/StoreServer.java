/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.nio.file.Path;
import java.sql.SQLException;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.TestServer;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/**
 * The store that instances share: a server on the loopback interface, or a directory.
 *
 * @param address the port, or the directory
 * @param process the server, or {@code null} if it has no process of its own
 * @param stop ends it
 */
record StoreServer(String address, @Nullable TestServer process, Runnable stop) implements AutoCloseable {

	static StoreServer of(Path directory) {
		return new StoreServer(directory.toString(), null, () -> {
		});
	}

	static StoreServer of(TestServer server) {
		return new StoreServer(Integer.toString(server.port()), server, server::close);
	}

	/**
	 * Opens H2 in server mode, in this process.
	 * @return the server
	 * @throws SQLException if it does not start
	 */
	static StoreServer h2() throws SQLException {
		Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
		return new StoreServer(Integer.toString(server.getPort()), null, server::stop);
	}

	/**
	 * Opens a proxy in front of it.
	 * @return the proxy, or {@code null} if it is a directory
	 */
	@Nullable TcpProxy openProxy() {
		return (this.address.matches("\\d+")) ? TcpProxy.to(Integer.parseInt(this.address)) : null;
	}

	/** Returns the process of the server, which can be killed. */
	TestServer restartable() {
		if (this.process == null) {
			throw new IllegalStateException("This store has no server of its own");
		}
		return this.process;
	}

	@Override
	public void close() {
		this.stop.run();
	}

}
