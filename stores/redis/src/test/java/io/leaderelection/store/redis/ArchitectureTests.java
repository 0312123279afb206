/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.architecture.StoreArchitecture;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(RedisLeaseStoreFactory.class, "io.lettuce.core..", "io.netty.util..", "org.slf4j");
	}

}
