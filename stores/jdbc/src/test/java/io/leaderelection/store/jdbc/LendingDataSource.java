/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;

import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Data source that gives the connections of the test, and has no URL.
 */
public final class LendingDataSource extends AbstractDataSource {

	private final Callable<Connection> lender;

	public LendingDataSource(Callable<Connection> lender) {
		this.lender = lender;
	}

	@Override
	public Connection getConnection() throws SQLException {
		try {
			return this.lender.call();
		}
		catch (SQLException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return getConnection();
	}

}
