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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The databases that the store supports.
 */
public enum JdbcDialect {

	/** PostgreSQL 12 and newer. */
	POSTGRESQL("postgresql"),

	/** MySQL 8.0.19 and newer, and MariaDB 10.6 and newer, through either driver. */
	MYSQL("mysql"),

	/** H2 2.2.222 and newer. */
	H2("h2");

	/** Names the databases that leader election is tested with, for messages. */
	public static final String TESTED = "PostgreSQL, MySQL, MariaDB and H2";

	private static final Pattern PRODUCT = Pattern.compile("jdbc:([\\w+.\\-]+)");

	private final String id;

	JdbcDialect(String id) {
		this.id = id;
	}

	/**
	 * Returns the identifier of the dialect in resource names.
	 * @return lower-case letters and digits
	 */
	public String id() {
		return this.id;
	}

	/**
	 * Derives the dialect from a URL, including one that wraps another, such as
	 * {@code jdbc:p6spy:postgresql:}.
	 * @param url the JDBC URL
	 * @return the dialect, empty if it is unknown
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
	 * Derives the dialect from the product name that the database reports.
	 * @param connection a connection to it
	 * @return the dialect, empty if the product is not supported
	 * @throws SQLException if the database does not report its product name
	 */
	public static Optional<JdbcDialect> of(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		return ofProduct(metaData.getDatabaseProductName().toLowerCase(Locale.ROOT).replace(" ", ""));
	}

	/**
	 * Derives the dialect from the product name that the database reports, and fails if
	 * the product is not supported.
	 * @param connection a connection to it
	 * @param database names the database in the message
	 * @return the dialect
	 * @throws UnsupportedDatabaseException if the product is not supported
	 * @throws SQLException if the database does not report its product name
	 */
	public static JdbcDialect require(Connection connection, String database) throws SQLException {
		Optional<JdbcDialect> dialect = of(connection);
		if (dialect.isEmpty()) {
			throw new UnsupportedDatabaseException(database, connection.getMetaData().getDatabaseProductName());
		}
		return dialect.get();
	}

	/**
	 * Returns whether a server of the dialect {@link #MYSQL} is a MariaDB server.
	 * @param connection a connection to it
	 * @return {@code true} if it is, whatever the driver
	 * @throws SQLException if the server does not report its version
	 */
	public static boolean isMariaDb(Connection connection) throws SQLException {
		return connection.getMetaData().getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
	}

	/**
	 * Returns the product that a URL names, for messages about unsupported databases.
	 * @param url the JDBC URL
	 * @return the part that names the driver, or {@code "not a JDBC URL"}
	 */
	public static String product(String url) {
		Matcher product = PRODUCT.matcher(url);
		return product.lookingAt() ? product.group(1) : "not a JDBC URL";
	}

	private static Optional<JdbcDialect> ofProduct(String name) {
		return Optional.ofNullable(switch (name) {
			case "postgresql", "pgsql" -> POSTGRESQL;
			case "mariadb", "mysql" -> MYSQL;
			case "h2" -> H2;
			default -> null;
		});
	}

}
