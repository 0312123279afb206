/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

/**
 * Exception thrown for a database product that the store does not support. The message
 * names the product, the supported ones, and the remedy.
 */
public class UnsupportedDatabaseException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param database the name of the database
	 * @param product the name of the product
	 */
	public UnsupportedDatabaseException(String database, String product) {
		super("The jdbc store of leader election does not support '" + product + "', found at " + database
				+ ". It is tested with " + JdbcDialect.TESTED + ". Use one of these, or another store");
	}

}
