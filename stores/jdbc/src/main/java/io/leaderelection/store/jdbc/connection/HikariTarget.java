/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource.Login;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource.Target;

/**
 * The configuration of a HikariCP pool, with which connections are opened outside the
 * pool.
 */
public final class HikariTarget {

	private HikariTarget() {
	}

	/**
	 * Returns whether physical connections can be opened with the configuration of a
	 * pool. This is not possible if the pool wraps a data source that it was given,
	 * creates by class name or looks up in JNDI.
	 * @param pool the pool
	 * @return {@code true} if the pool connects by a URL
	 */
	public static boolean canCopy(HikariDataSource pool) {
		return pool.getDataSource() == null && pool.getDataSourceClassName() == null && pool.getJdbcUrl() != null;
	}

	/**
	 * Returns the current configuration of a pool.
	 * @param pool a pool that {@linkplain #canCopy can be copied}
	 * @return the configuration
	 */
	public static Target of(HikariDataSource pool) {
		return new Target(pool.getJdbcUrl(), pool.getDriverClassName(), pool.getDataSourceProperties(),
				() -> login(pool), pool.getCatalog(), pool.getSchema(), pool.getConnectionInitSql());
	}

	private static Login login(HikariDataSource pool) {
		HikariCredentialsProvider provider = pool.getCredentialsProvider();
		Credentials credentials = (provider != null) ? provider.getCredentials() : pool.getCredentials();
		return new Login(credentials.getUsername(), credentials.getPassword());
	}

}
