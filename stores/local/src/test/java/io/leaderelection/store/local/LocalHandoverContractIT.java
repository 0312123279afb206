/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.servers.handover.HandoverContract;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests handovers between candidates of one process.
 */
class LocalHandoverContractIT extends HandoverContract {

	@TempDir
	static Path directory;

	@Override
	protected LeaseStoreFactory factory() {
		return new LocalLeaseStoreFactory(directory);
	}

}
