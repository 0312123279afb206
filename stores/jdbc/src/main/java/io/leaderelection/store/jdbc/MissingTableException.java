/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.support.LeaseStoreException;

/**
 * Exception thrown when a database can be reached but a table or column of the store does
 * not exist in it. The message names it and contains the statements that create it.
 */
public class MissingTableException extends LeaseStoreException {

	private static final long serialVersionUID = 1L;

	private final String ddl;

	MissingTableException(String database, LeaseSchema schema, Throwable cause) {
		super(("A table of the jdbc store is missing in %s, or this user may not use it (%s). Create the tables with a "
				+ "migration, or set leader-election.jdbc.initialize-schema=always:%n%n%s")
			.formatted(database, cause.getMessage(), schema.ddl()), cause);
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
