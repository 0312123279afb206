/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.util.Optional;
import java.util.regex.Pattern;

import io.leaderelection.servers.TestServer;

/**
 * A server that can be stopped and started, with its data.
 *
 * @param server the server
 * @param stop stops it in good order
 * @param survivesKill whether its data survives a kill
 */
public record StoreServer(TestServer server, Runnable stop, boolean survivesKill) {

	private static final Pattern VERSION = Pattern
		.compile("(?i)(?:version\"?[=:]\\s*\"?v?|PostgreSQL |MariaDB |mysqld )(\\d+\\.\\d+[\\w.]*)");

	static StoreServer of(TestServer server) {
		return new StoreServer(server, server::stop, true);
	}

	/**
	 * Returns the version that it has logged at its start.
	 * @return the version, or empty if its log does not contain one
	 */
	public Optional<String> version() {
		return VERSION.matcher(this.server.log()).results().map((version) -> version.group(1)).findFirst();
	}

}
