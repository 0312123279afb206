/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests handovers between candidates of one process.
 */
class LocalHandoverContractIT extends HandoverContract {

	@TempDir
	static Path directory;

	@Override
	protected LeaseStore open() {
		return new LocalLeaseStoreFactory(directory).open();
	}

	@Override
	protected StoreTraits traits() {
		return new LocalLeaseStoreFactory(directory).traits();
	}

}
