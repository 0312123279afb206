/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The two tables of the store. Creates them and checks that they can be read.
 */
public final class LeaseSchema {

	private static final String LEASE_COLUMNS = "namespace, election, token, nonce, candidate, since, duration_ms, "
			+ "expires_at, not_before, released, metadata, checkpoints, checkpoint_version";

	private static final String FENCE_COLUMNS = "namespace, election, token, nonce";

	private static final String DEFAULT_LEASE = JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME;

	private static final String SUFFIX = "_lease";

	private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*){0,2}");

	private static final Pattern PLACE = Pattern.compile("leader_(?:lease|fence)");

	/**
	 * The longest part of a name. No database then truncates the name of the other table.
	 */
	private static final int MAX_LENGTH = 50;

	private final JdbcDialect dialect;

	private final String lease;

	private final String fence;

	/**
	 * Creates the description of the tables.
	 * @param dialect the dialect of the database
	 * @param tableName the name of the table with the records, optionally with its
	 * schema; the name of the other table is derived from it: {@code leader_fence} for
	 * {@code leader_lease}, {@code x_fence} for {@code x}
	 * @throws IllegalArgumentException if the name is invalid
	 */
	public LeaseSchema(JdbcDialect dialect, String tableName) {
		this.dialect = dialect;
		this.lease = requireLegal(tableName);
		this.fence = (this.lease.endsWith(SUFFIX) ? this.lease.substring(0, this.lease.length() - SUFFIX.length())
				: this.lease) + "_fence";
	}

	static String requireLegal(String tableName) {
		if (!LEGAL.matcher(tableName).matches()
				|| Pattern.compile("\\.").splitAsStream(tableName).anyMatch((part) -> part.length() > MAX_LENGTH)) {
			throw new IllegalArgumentException("leader-election.jdbc.table-name is '" + tableName
					+ "'. Use letters, digits and underscores, at most " + MAX_LENGTH
					+ ", optionally with a schema before a dot");
		}
		return tableName;
	}

	/**
	 * Returns the dialect of the database.
	 * @return the dialect
	 */
	public JdbcDialect dialect() {
		return this.dialect;
	}

	/**
	 * Replaces the default table names in a text by the names of these tables.
	 * @param text a text with {@code leader_lease} and {@code leader_fence}
	 * @return the text with the names of these tables
	 */
	public String in(String text) {
		return PLACE.matcher(text).replaceAll((place) -> place.group().equals(DEFAULT_LEASE) ? this.lease : this.fence);
	}

	/**
	 * Returns the statements that create the tables.
	 * @return the statements, separated by semicolons
	 */
	public String ddl() {
		return script("schema-" + this.dialect.id() + ".sql");
	}

	/** Returns the statements that grant what the store needs, on one line. */
	String grants() {
		return script("grants.sql").lines()
			.filter((line) -> line.startsWith("grant "))
			.map((line) -> line.replace(" to app;", " to <user>"))
			.collect(Collectors.joining("; "));
	}

	private String script(String resource) {
		try (InputStream in = LeaseSchema.class.getResourceAsStream(resource)) {
			if (in == null) {
				throw new IllegalStateException(
						resource + " is not on the class path next to " + LeaseSchema.class.getName());
			}
			return in(new String(in.readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + resource, ex);
		}
	}

	/**
	 * Creates missing tables. Several processes may do so at once.
	 * @param connection a connection in auto-commit mode, of a user who may create tables
	 * @throws SQLException if a table is missing and cannot be created
	 */
	public void create(Connection connection) throws SQLException {
		String[] statements = ddl().split(";", -1);
		List<String> names = List.of(this.lease, this.fence);
		for (int i = 0; i < names.size(); i++) {
			if (exists(connection, names.get(i))) {
				continue;
			}
			try (Statement statement = connection.createStatement()) {
				statement.execute(statements[i].strip());
			}
			catch (SQLException ex) {
				if (!exists(connection, names.get(i))) {
					throw ex;
				}
				// Another process was faster
			}
		}
	}

	/**
	 * Checks that all columns of the tables can be read.
	 * @param connection a connection in auto-commit mode
	 * @param database the name of the database, for messages
	 * @throws MissingTableException if a table or column is missing; the message contains
	 * the statements that create it
	 * @throws SQLException if the database does not answer, or denies access to this user
	 */
	public void check(Connection connection, String database) throws SQLException {
		try {
			query(connection, LEASE_COLUMNS + " from " + this.lease);
			query(connection, FENCE_COLUMNS + " from " + this.fence);
		}
		catch (SQLException ex) {
			if (SqlFailures.isMissingTable(ex)) {
				throw new MissingTableException(database, this, ex);
			}
			throw ex;
		}
	}

	private static boolean exists(Connection connection, String table) {
		try {
			query(connection, "1 from " + table);
			return true;
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private static void query(Connection connection, String columns) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.executeQuery("select " + columns + " where 1 = 0").close();
		}
	}

}
