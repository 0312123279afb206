/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import org.apache.curator.test.TestingServer;

/**
 * Starts and stops servers in this process, on free ports of the loopback interface.
 */
final class Ensembles {

	private Ensembles() {
	}

	/** Starts a server with an empty data folder. */
	static TestingServer start() {
		try {
			return new TestingServer(true);
		}
		catch (Exception ex) {
			throw new IllegalStateException("No ZooKeeper server can be started", ex);
		}
	}

	/** Ends a server and deletes its data. */
	static void end(TestingServer server) {
		try {
			server.close();
		}
		catch (java.io.IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
	}

}
