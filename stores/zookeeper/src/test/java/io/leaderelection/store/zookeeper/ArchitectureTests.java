/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.architecture.StoreArchitecture;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(ZooKeeperLeaseStoreFactory.class, "org.apache.curator..", "org.apache.zookeeper..", "org.slf4j");
	}

}
