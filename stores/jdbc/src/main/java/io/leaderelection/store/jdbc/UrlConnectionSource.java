/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Opens connections through the {@link DriverManager}, with the time-outs that the
 * drivers of PostgreSQL, MariaDB, MySQL and H2 know.
 */
public final class UrlConnectionSource implements ConnectionSource {

	private final String url;

	private final Supplier<Properties> properties;

	/**
	 * Uses fixed credentials.
	 * @param url the JDBC URL
	 * @param username the user, or {@code null} for none
	 * @param password the password, or {@code null} for none
	 */
	public UrlConnectionSource(String url, @Nullable String username, @Nullable String password) {
		this(url, credentials(username, password));
	}

	/**
	 * Uses properties that are asked for at every connect, so that credentials may
	 * rotate.
	 * @param url the JDBC URL
	 * @param properties supplies the driver's properties with {@code user} and
	 * {@code password}; its time-outs for connecting and reading are replaced
	 */
	public UrlConnectionSource(String url, Supplier<Properties> properties) {
		this.url = url;
		this.properties = properties;
	}

	@Override
	public Connection open(Duration timeout) throws SQLException {
		Properties properties = new Properties();
		Properties supplied = this.properties.get();
		for (String key : supplied.stringPropertyNames()) {
			properties.setProperty(key, supplied.getProperty(key));
		}
		DriverTimeouts.apply(this.url, properties, timeout);
		try {
			return DriverManager.getConnection(this.url, properties);
		}
		catch (Throwable ex) {
			throw ConnectFailedException.of(name(), this.url, ex);
		}
	}

	@Override
	public boolean exclusive() {
		return true;
	}

	@Override
	public String url() {
		return this.url;
	}

	@Override
	public String name() {
		return JdbcUrls.shown(this.url);
	}

	private static Supplier<Properties> credentials(@Nullable String username, @Nullable String password) {
		Properties properties = new Properties();
		if (username != null) {
			properties.setProperty("user", username);
		}
		if (password != null) {
			properties.setProperty("password", password);
		}
		return () -> properties;
	}

}
