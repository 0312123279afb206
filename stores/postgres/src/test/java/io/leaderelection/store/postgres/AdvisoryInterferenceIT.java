/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.time.Duration;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcInterferenceContract;
import io.leaderelection.store.jdbc.OnPostgres;

class AdvisoryInterferenceIT extends JdbcInterferenceContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory factory() {
		return AdvisoryLeaseStoreFactory.builder(database().source()).build();
	}

	/** After an interrupt has ended its session, a candidate may wait for this long. */
	@Override
	protected Duration lease() {
		return Duration.ofSeconds(5);
	}

}
