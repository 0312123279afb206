/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.OnPostgres;
import io.leaderelection.store.jdbc.RowFaultContract;

class AdvisoryRowFaultsIT extends RowFaultContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

}
