/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

/**
 * Succession with MariaDB.
 */
class MariaDbSuccessionIT extends RemoteSuccessionContract {

	@Override
	SampleStore openStore() {
		return SampleStore.mariaDb();
	}

}
