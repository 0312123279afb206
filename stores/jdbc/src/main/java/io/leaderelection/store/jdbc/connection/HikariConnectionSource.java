/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.leaderelection.store.jdbc.ConnectFailedException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcUrls;
import org.jspecify.annotations.Nullable;

/**
 * Makes physical connections as a HikariCP pool does, beside the pool. The pool's
 * configuration, credentials included, is read at every connect.
 */
public final class HikariConnectionSource implements ConnectionSource {

	private final String name;

	private final Supplier<HikariDataSource> pool;

	/**
	 * Copies a pool.
	 * @param name names the database in messages where its URL does not tell the host
	 * @param pool supplies the pool, asked at every connect
	 */
	public HikariConnectionSource(String name, Supplier<HikariDataSource> pool) {
		this.name = name;
		this.pool = pool;
	}

	/**
	 * Whether a pool's physical connections can be made beside it. Those of a data source
	 * found by JNDI cannot: that is mostly a pool itself.
	 * @param pool the pool
	 * @return whether it can be copied
	 */
	public static boolean canCopy(HikariDataSource pool) {
		return pool.getDataSource() != null || pool.getDataSourceClassName() != null || pool.getJdbcUrl() != null;
	}

	@Override
	public Connection open(Duration timeout) throws SQLException {
		HikariDataSource pool = this.pool.get();
		try {
			return open(pool, credentials(pool), timeout);
		}
		catch (Throwable ex) {
			throw ConnectFailedException.of(name(), url(), ex);
		}
	}

	private Connection open(HikariDataSource pool, DatabaseCredentials credentials, Duration timeout)
			throws SQLException {
		SessionDefaults defaults = new SessionDefaults(pool.getCatalog(), pool.getSchema(),
				pool.getConnectionInitSql());
		DataSource given = pool.getDataSource();
		if (given != null) {
			return defaults.applyTo(connect(given, credentials));
		}
		if (pool.getDataSourceClassName() != null) {
			DataSource made = DataSourceClass.instance(pool.getDataSourceClassName(), pool.getDataSourceProperties(),
					timeout);
			return defaults.applyTo(connect(made, credentials));
		}
		return new DriverConnectionSource(this.name, () -> new DriverConnectionSource.Target(pool.getJdbcUrl(),
				pool.getDriverClassName(), pool.getDataSourceProperties(), credentials, defaults))
			.open(timeout);
	}

	private static Connection connect(DataSource dataSource, DatabaseCredentials credentials) throws SQLException {
		return (credentials.username() != null)
				? dataSource.getConnection(credentials.username(), credentials.password()) : dataSource.getConnection();
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
		HikariDataSource pool = this.pool.get();
		if (pool.getDataSource() != null) {
			return DataSourceUrls.of(pool.getDataSource());
		}
		if (pool.getDataSourceClassName() != null) {
			return DataSourceClass.url(pool.getDataSourceClassName(), pool.getDataSourceProperties());
		}
		return pool.getJdbcUrl();
	}

	@Override
	public String name() {
		return JdbcUrls.shown(url(), this.name);
	}

}
