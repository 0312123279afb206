/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * A table of the store does not exist in a database that can be reached. The message
 * names the table and holds the statements that create it.
 */
public class MissingTableException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String ddl;

	MissingTableException(String database, LeaseSchema schema, Throwable cause) {
		super("A table of the jdbc store is missing in %s, or this user may not use it (%s). Create the tables with a "
			.formatted(database, cause.getMessage())
				+ "migration, or set leader-election.jdbc.initialize-schema=always:%n%n%s".formatted(schema.ddl()),
				cause);
		this.ddl = schema.ddl();
	}

	/**
	 * What creates the tables.
	 * @return the statements, separated by semicolons
	 */
	public String ddl() {
		return this.ddl;
	}

}
