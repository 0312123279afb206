/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcHandoverContract;
import io.leaderelection.store.jdbc.OnPostgres;

/**
 * Tests handovers with advisory locks, whose sessions the server ends by its own clock.
 */
class AdvisoryHandoverContractIT extends JdbcHandoverContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory factory() {
		return AdvisoryLeaseStoreFactory.builder(database().source()).build();
	}

}
