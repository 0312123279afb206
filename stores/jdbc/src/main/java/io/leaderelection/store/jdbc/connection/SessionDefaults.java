/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * The settings of each new connection, equal to those of the application's pool.
 *
 * @param catalog the catalog, or {@code null} to keep the driver's
 * @param schema the schema, or {@code null} to keep the driver's
 * @param initSql a statement to run, or {@code null} for none
 */
public record SessionDefaults(@Nullable String catalog, @Nullable String schema, @Nullable String initSql) {

	/** Changes no settings. */
	public static final SessionDefaults NONE = new SessionDefaults(null, null, null);

	/**
	 * Applies the settings to a connection, and closes it if that fails.
	 * @param connection a new connection
	 * @return the same connection
	 * @throws SQLException if the database refuses
	 */
	Connection applyTo(Connection connection) throws SQLException {
		try {
			if (this.catalog != null) {
				connection.setCatalog(this.catalog);
			}
			if (this.schema != null) {
				connection.setSchema(this.schema);
			}
			if (this.initSql != null) {
				try (Statement statement = connection.createStatement()) {
					statement.execute(this.initSql);
				}
			}
			return connection;
		}
		catch (SQLException | RuntimeException ex) {
			try {
				connection.close();
			}
			catch (SQLException suppressed) {
				ex.addSuppressed(suppressed);
			}
			throw ex;
		}
	}

}
