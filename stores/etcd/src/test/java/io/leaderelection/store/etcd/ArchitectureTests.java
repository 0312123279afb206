/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.architecture.StoreArchitecture;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(EtcdLeaseStoreFactory.class, "io.etcd.jetcd.api", "io.grpc..", "com.google.protobuf", "io.netty..",
				"org.slf4j", "javax.net.ssl");
	}

}
