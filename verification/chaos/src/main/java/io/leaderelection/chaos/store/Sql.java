/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Executes a statement without a connection pool.
 */
final class Sql {

	private static final String DELETE_RECORD = "delete from leader_lease where election = '" + ChaosStore.ELECTION
			+ "'";

	private Sql() {
	}

	static void deleteRecord(String url, String user) throws IOException {
		try (Connection connection = DriverManager.getConnection(url, user, "");
				Statement statement = connection.createStatement()) {
			statement.executeUpdate(DELETE_RECORD);
		}
		catch (SQLException ex) {
			throw new IOException(DELETE_RECORD + " failed", ex);
		}
	}

}
