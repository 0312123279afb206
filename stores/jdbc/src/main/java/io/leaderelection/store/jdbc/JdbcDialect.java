/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * The databases the store knows.
 */
public enum JdbcDialect {

	/** PostgreSQL 12 and newer. */
	POSTGRESQL("postgresql"),

	/** MySQL 8.0.19 and newer, and MariaDB 10.6 and newer, through either driver. */
	MYSQL("mysql"),

	/** H2 2.2.222 and newer. */
	H2("h2"),

	/** SQL Server 2017 and newer; its statements were written, but never run. */
	SQLSERVER("sqlserver"),

	/** Oracle 19 and newer; its statements were written, but never run. */
	ORACLE("oracle");

	private final String id;

	JdbcDialect(String id) {
		this.id = id;
	}

	/**
	 * Names the dialect in the names of resources.
	 * @return lower-case letters and digits
	 */
	public String id() {
		return this.id;
	}

	/**
	 * Tells the dialect from a URL, also one that wraps another, such as
	 * {@code jdbc:p6spy:postgresql:}.
	 * @param url the JDBC URL
	 * @return the dialect, empty if it cannot be told
	 */
	public static Optional<JdbcDialect> ofUrl(String url) {
		int end = url.indexOf("//");
		String protocol = ((end < 0) ? url : url.substring(0, end)).toLowerCase(Locale.ROOT);
		for (String part : protocol.split(":", -1)) {
			Optional<JdbcDialect> dialect = ofProduct(part.replaceFirst("\\+.*", ""));
			if (dialect.isPresent()) {
				return dialect;
			}
		}
		return Optional.empty();
	}

	/**
	 * Tells the dialect by asking the database.
	 * @param connection a connection to it
	 * @return the dialect, empty if it is none of these
	 * @throws SQLException if the database cannot be asked
	 */
	public static Optional<JdbcDialect> of(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		return ofProduct(metaData.getDatabaseProductName().toLowerCase(Locale.ROOT).replace(" ", ""));
	}

	private static Optional<JdbcDialect> ofProduct(String name) {
		return Optional.ofNullable(switch (name) {
			case "postgresql", "pgsql" -> POSTGRESQL;
			case "mariadb", "mysql" -> MYSQL;
			case "h2" -> H2;
			case "sqlserver", "microsoftsqlserver" -> SQLSERVER;
			case "oracle" -> ORACLE;
			default -> null;
		});
	}

}
