/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.io.TempDir;

class LocalInterferenceIT extends InterferenceContract {

	@TempDir
	private Path directory;

	@Override
	protected LeaseStoreFactory factory() {
		return new LocalLeaseStoreFactory(this.directory);
	}

}
