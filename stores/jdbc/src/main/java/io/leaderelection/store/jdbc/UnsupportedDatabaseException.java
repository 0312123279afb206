/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * The database is a product that the store is not tested with. The message names the
 * product, those that are tested, and the remedy.
 */
public class UnsupportedDatabaseException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param database names the database
	 * @param product the product that was found
	 */
	public UnsupportedDatabaseException(String database, String product) {
		super("The jdbc store of leader election does not support '" + product + "', found at " + database
				+ ". It is tested with " + JdbcDialect.TESTED + ". Use one of these, or another store");
	}

}
