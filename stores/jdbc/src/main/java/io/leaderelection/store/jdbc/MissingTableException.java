/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.support.LastingRefusalException;

/**
 * Exception thrown when a database can be reached but a table or column of the store does
 * not exist in it. The message names it and contains the statements that create it.
 */
public class MissingTableException extends LastingRefusalException {

	private static final long serialVersionUID = 1L;

	private final String ddl;

	MissingTableException(String database, LeaseSchema schema, Throwable cause) {
		super(("A table or column of leader election is missing in %s, or this user may not use it (%s). Create it with a "
				+ "migration, or let leader election create missing tables: "
				+ "leader-election.jdbc.initialize-schema=always")
			.formatted(database, SqlFailures.text(cause)), schema.ddl(), cause);
		this.ddl = schema.ddl();
	}

	/**
	 * Returns the statements that create the tables.
	 * @return the statements, separated by semicolons
	 */
	public String ddl() {
		return this.ddl;
	}

}
