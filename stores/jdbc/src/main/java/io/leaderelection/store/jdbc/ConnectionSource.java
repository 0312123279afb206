/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Opens the connections of the {@code jdbc} store. Called from several threads, one of
 * them the store's own for each connection it keeps.
 */
public interface ConnectionSource {

	/**
	 * Opens a connection. If this source is {@link #exclusive()} it is a new physical
	 * one, made with timeouts for connecting and reading, and with credentials read anew;
	 * otherwise it may come from a pool, and closing it gives it back.
	 * @param timeout how long this may take about, and the bound to set for reads until
	 * the store sets its own by {@link Connection#setNetworkTimeout}
	 * @return the connection, owned by the caller, which closes it
	 * @throws SQLException if it cannot be opened
	 */
	Connection open(Duration timeout) throws SQLException;

	/**
	 * Whether every connection is a physical one that belongs to the store alone. If so,
	 * the store keeps connections open, sets session variables on them and aborts one
	 * that does not answer. If not, it borrows one for each call, restores what it
	 * changed, and gets no notifications.
	 * @return whether nobody else uses the connections
	 */
	boolean exclusive();

	/**
	 * The URL, which names the dialect.
	 * @return the JDBC URL, or {@code null} if it is unknown
	 */
	@Nullable String url();

	/**
	 * Names the database in messages.
	 * @return a name without credentials
	 */
	String name();

}
