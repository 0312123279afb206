/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract for late answers of a database.
 */
public abstract class JdbcLateAnswerContract extends LateAnswerContract {

	protected abstract TestDatabase database();

	@BeforeEach
	protected void createTables() throws SQLException {
		try (Connection connection = database().connect()) {
			JdbcLeaseStoreFactory.builder(database().source()).build().schema().create(connection);
		}
	}

	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return JdbcLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		String direct = ":" + port() + "/";
		assertThat(database().remoteUrl()).contains(direct);
		return storeFactory(new DriverConnectionSource(database().remoteUrl().replace(direct, ":" + port + "/"),
				database().user(), ""));
	}

}
