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
 * Borrows connections from the application's {@link DataSource}, which may keep the
 * borrower waiting as long as it likes. The store does so on a thread of its own, one
 * call at a time, and treats a late answer as no answer.
 */
public final class BorrowingConnectionSource implements ConnectionSource {

	private final String name;

	private final DataSource dataSource;

	private final @Nullable String url;

	private final AtomicBoolean waiting = new AtomicBoolean();

	/**
	 * Borrows from a data source.
	 * @param name names the data source in messages
	 * @param dataSource lends connections
	 * @param url its JDBC URL, or {@code null} if it is unknown
	 */
	public BorrowingConnectionSource(String name, DataSource dataSource, @Nullable String url) {
		this.name = name;
		this.dataSource = dataSource;
		this.url = url;
	}

	/**
	 * Borrows a connection. While one call waits, others fail at once.
	 */
	@Override
	public Connection open(Duration timeout) throws SQLException {
		if (!this.waiting.compareAndSet(false, true)) {
			throw new SQLTransientConnectionException(name() + " still owes the connection it was asked for before");
		}
		try {
			return this.dataSource.getConnection();
		}
		catch (Throwable ex) {
			throw ConnectFailedException.of(name(), this.url, ex);
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
