/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/**
 * Starts servers in this process, on free ports of the loopback interface.
 */
final class Ensembles {

	private Ensembles() {
	}

	/** Starts a server with an empty data folder. */
	static TestingServer start() {
		return start(InstanceSpec.newInstanceSpec());
	}

	static TestingServer start(InstanceSpec spec) {
		try {
			return new TestingServer(spec, true);
		}
		catch (Exception ex) {
			throw new IllegalStateException("No ZooKeeper server can be started", ex);
		}
	}

}
