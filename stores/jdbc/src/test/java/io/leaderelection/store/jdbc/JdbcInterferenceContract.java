/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;

import io.leaderelection.servers.faults.InterferenceContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.BeforeEach;

/**
 * Contract for interference of other code with the threads of a store over a database.
 */
public abstract class JdbcInterferenceContract extends InterferenceContract implements OnDatabase {

	@BeforeEach
	protected void createTables() throws SQLException {
		database().createTables();
	}

	@Override
	protected LeaseStoreFactory factory() {
		return JdbcLeaseStoreFactory.builder(database().source()).build();
	}

}
