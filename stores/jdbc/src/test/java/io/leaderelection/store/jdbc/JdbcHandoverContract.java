/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;

/**
 * Runs the handover contract on a database.
 */
public abstract class JdbcHandoverContract extends HandoverContract implements OnDatabase {

	/** Returns the factory of the store under test. */
	protected LeaseStoreFactory factory() {
		return JdbcLeaseStoreFactory.builder(database().source()).build();
	}

	@Override
	protected LeaseStore open() throws SQLException {
		database().createTables();
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

}
