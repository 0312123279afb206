/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
class MariaDbFenceRightsIT extends FenceRightsContract {

	/** Everybody may do everything in the database "test". */
	private static final String DATABASE = "guarded";

	@BeforeAll
	static void createDatabase() throws SQLException {
		try (Connection connection = TestDatabase.mariaDb().connect();
				Statement statement = connection.createStatement()) {
			statement.execute("create database if not exists " + DATABASE);
		}
	}

	@Override
	TestDatabase database() {
		TestDatabase test = TestDatabase.mariaDb();
		String url = test.url().replaceFirst("test$", DATABASE);
		return new TestDatabase(test.name(), url, url, test.user(), test.clock());
	}

	@Override
	String comment() {
		return "MariaDB and H2";
	}

	@Override
	String account(String user) {
		return "'" + user + "'@'localhost'";
	}

	@Override
	String createUser(String account, String password) {
		return "create user " + account + " identified by '" + password + "'";
	}

}
