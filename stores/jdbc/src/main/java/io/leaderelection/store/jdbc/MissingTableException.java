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

	private final String table;

	private final String ddl;

	MissingTableException(String database, String table, String ddl, Throwable cause) {
		super("The table '%s' is missing in %s, or this user may not read it. Create it with a migration, or set "
				+ "leader-election.jdbc.initialize-schema=always:%n%n%s".formatted(table, database, ddl), cause);
		this.table = table;
		this.ddl = ddl;
	}

	/**
	 * The table that is missing.
	 * @return its name as configured
	 */
	public String table() {
		return this.table;
	}

	/**
	 * What creates the tables.
	 * @return the statements, separated by semicolons
	 */
	public String ddl() {
		return this.ddl;
	}

}
