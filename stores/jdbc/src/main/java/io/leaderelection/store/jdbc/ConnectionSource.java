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
 * Strategy that opens the connections of the {@code jdbc} store. Implementations must be
 * thread-safe: the store uses one thread for each connection it keeps.
 */
public interface ConnectionSource {

	/**
	 * Opens a connection. An {@link #exclusive()} source makes a new physical connection
	 * with connect and read timeouts, and reads the credentials again each time. Other
	 * sources may borrow the connection from a pool; closing it returns it.
	 * @param timeout approximately how long connecting may take, and the read timeout
	 * until the store sets its own by {@link Connection#setNetworkTimeout}
	 * @return the connection; the caller closes it
	 * @throws SQLException if it cannot be opened
	 */
	Connection open(Duration timeout) throws SQLException;

	/**
	 * Returns whether every connection is a physical one that only the store uses. If so,
	 * the store keeps connections open, sets session variables on them and aborts a
	 * connection that does not answer. Otherwise the store borrows a connection for each
	 * call, restores the settings that it changed, and receives no notifications.
	 * @return {@code true} if nothing else uses the connections
	 */
	boolean exclusive();

	/**
	 * Returns the URL, from which the store derives the dialect.
	 * @return the JDBC URL, or {@code null} if it is unknown
	 */
	@Nullable String url();

	/**
	 * Returns the name of the database for messages.
	 * @return a name without credentials
	 */
	String name();

}
