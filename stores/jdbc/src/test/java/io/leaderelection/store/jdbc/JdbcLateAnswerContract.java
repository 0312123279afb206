/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;

import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.BeforeEach;

/**
 * Contract for late answers of a database.
 */
public abstract class JdbcLateAnswerContract extends LateAnswerContract implements OnDatabase {

	@BeforeEach
	protected void createTables() throws SQLException {
		database().createTables();
	}

	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return JdbcLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected int port() {
		return database().port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return storeFactory(database().through(port));
	}

}
