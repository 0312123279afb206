/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Connection source that runs a statement on each connection, as an application's
 * initialization does.
 */
public record InitializingSource(ConnectionSource source, String sql) implements ConnectionSource {

	@Override
	public Connection open(Duration timeout) throws SQLException {
		Connection connection = this.source.open(timeout);
		try (Statement statement = connection.createStatement()) {
			statement.execute(this.sql);
		}
		return connection;
	}

	@Override
	public boolean exclusive() {
		return this.source.exclusive();
	}

	@Override
	public String url() {
		return this.source.url();
	}

	@Override
	public String name() {
		return this.source.name();
	}

}
