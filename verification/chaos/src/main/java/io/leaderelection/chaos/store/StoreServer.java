/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import io.leaderelection.servers.TestServer;

/**
 * A server that can be stopped and started, with its data.
 *
 * @param server the server
 * @param stop stops it in good order
 * @param survivesKill whether its data survives a kill
 */
public record StoreServer(TestServer server, Runnable stop, boolean survivesKill) {

	static StoreServer of(TestServer server) {
		return new StoreServer(server, server::stop, true);
	}

}
