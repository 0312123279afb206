/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcUrls;
import org.jspecify.annotations.Nullable;

/**
 * Connection source that opens physical connections with the configuration of a HikariCP
 * pool, outside the pool. It reads the configuration, including the credentials, for each
 * connection.
 */
public final class HikariConnectionSource implements ConnectionSource {

	private final String name;

	private final Supplier<HikariDataSource> pool;

	/**
	 * Creates a source that uses the configuration of a pool.
	 * @param name the name of the database in messages if its URL does not name the host
	 * @param pool supplies the pool, for each connection
	 */
	public HikariConnectionSource(String name, Supplier<HikariDataSource> pool) {
		this.name = name;
		this.pool = pool;
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

	@Override
	public Connection open(Duration timeout) throws SQLException {
		HikariDataSource pool = this.pool.get();
		SessionDefaults defaults = new SessionDefaults(pool.getCatalog(), pool.getSchema(),
				pool.getConnectionInitSql());
		return new DriverConnectionSource(this.name, () -> new DriverConnectionSource.Target(pool.getJdbcUrl(),
				pool.getDriverClassName(), pool.getDataSourceProperties(), credentials(pool), defaults))
			.open(timeout);
	}

	private static DatabaseCredentials credentials(HikariDataSource pool) {
		HikariCredentialsProvider provider = pool.getCredentialsProvider();
		Credentials credentials = (provider != null) ? provider.getCredentials() : pool.getCredentials();
		return new DatabaseCredentials(credentials.getUsername(), credentials.getPassword());
	}

	@Override
	public boolean exclusive() {
		return true;
	}

	@Override
	public @Nullable String url() {
		return this.pool.get().getJdbcUrl();
	}

	@Override
	public String name() {
		return JdbcUrls.shown(url(), this.name);
	}

}
