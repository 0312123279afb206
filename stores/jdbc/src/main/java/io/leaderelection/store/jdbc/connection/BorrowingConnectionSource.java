/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.leaderelection.store.jdbc.ConnectFailedException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcUrls;
import org.jspecify.annotations.Nullable;

/**
 * Connection source that borrows from the application's {@link DataSource}, which may
 * block for any time. The store therefore borrows on its own thread, one call at a time,
 * and treats a late answer as no answer.
 */
public final class BorrowingConnectionSource implements ConnectionSource {

	private final String name;

	private final DataSource dataSource;

	private final @Nullable String url;

	private final @Nullable String remedy;

	private final AtomicBoolean waiting = new AtomicBoolean();

	/**
	 * Creates a source over a data source.
	 * @param name the name of the data source in messages
	 * @param dataSource the data source to borrow from
	 * @param url its JDBC URL, or {@code null} if it is unknown
	 * @param remedy what to do if it supplies no connection, as sentences without the
	 * last full stop, or {@code null} if that depends on the failure
	 */
	public BorrowingConnectionSource(String name, DataSource dataSource, @Nullable String url,
			@Nullable String remedy) {
		this.name = name;
		this.dataSource = dataSource;
		this.url = url;
		this.remedy = remedy;
	}

	/**
	 * Borrows a connection. While one call waits, other calls fail immediately.
	 */
	@Override
	public Connection open(Duration timeout) throws SQLException {
		if (!this.waiting.compareAndSet(false, true)) {
			throw new SQLTransientConnectionException(
					name() + " has not yet supplied the connection that an earlier call requested");
		}
		try {
			return this.dataSource.getConnection();
		}
		catch (Exception ex) {
			ConnectFailedException failure = ConnectFailedException.of(name(), this.url, ex);
			throw (this.remedy != null) ? failure.with(this.remedy) : failure;
		}
		finally {
			this.waiting.set(false);
		}
	}

	@Override
	public boolean exclusive() {
		return false;
	}

	@Override
	public @Nullable String url() {
		return this.url;
	}

	@Override
	public String name() {
		return (this.url != null) ? this.name + " (" + JdbcUrls.shown(this.url) + ")" : this.name;
	}

}
