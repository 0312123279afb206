/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.servers.handover.HandoverContract;

/**
 * Runs the handover contract on a database.
 */
public abstract class JdbcHandoverContract extends HandoverContract {

	protected abstract TestDatabase database();

	/** Returns the factory of the store under test. */
	protected LeaseStoreFactory factory() {
		return jdbc();
	}

	private JdbcLeaseStoreFactory jdbc() {
		return JdbcLeaseStoreFactory.builder(database().source()).build();
	}

	@Override
	protected LeaseStore open() throws SQLException {
		try (Connection admin = database().connect()) {
			new LeaseSchema(jdbc().schema().dialect(), JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME).create(admin);
		}
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

}
