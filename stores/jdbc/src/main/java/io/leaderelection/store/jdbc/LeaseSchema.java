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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The two tables of the store. Creates them, adds missing columns and checks that they
 * can be read.
 */
public final class LeaseSchema {

	private static final String LEASE_COLUMNS = "namespace, election, token, nonce, candidate, since, duration_ms, "
			+ "expires_at, not_before, released, metadata, checkpoints, checkpoint_version";

	private static final String FENCE_COLUMNS = "namespace, election, token, nonce";

	/**
	 * Columns that older versions do not create. Their instances keep working when the
	 * columns exist.
	 */
	private static final List<String> ADDED = List.of("checkpoints", "checkpoint_version");

	private final JdbcDialect dialect;

	private final JdbcTables tables;

	/**
	 * Creates the description of the tables.
	 * @param dialect the dialect of the database
	 * @param tableName the name of the table with the records, optionally with its
	 * schema; the name of the other table is derived from it, as {@code leader_fence}
	 * from {@code leader_lease}
	 * @throws IllegalArgumentException if the name is invalid
	 */
	public LeaseSchema(JdbcDialect dialect, String tableName) {
		this.dialect = dialect;
		this.tables = new JdbcTables(tableName);
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
		return this.tables.in(text);
	}

	JdbcTables tables() {
		return this.tables;
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
	 * Creates missing tables and adds missing columns. Several processes may do so at
	 * once.
	 * @param connection a connection in auto-commit mode, of a user who may create tables
	 * @throws SQLException if a table or column is missing and cannot be created
	 */
	public void create(Connection connection) throws SQLException {
		List<String> statements = statements();
		List<String> names = List.of(this.tables.lease(), this.tables.fence());
		for (int i = 0; i < names.size(); i++) {
			if (exists(connection, names.get(i))) {
				continue;
			}
			try (Statement statement = connection.createStatement()) {
				statement.execute(statements.get(i));
			}
			catch (SQLException ex) {
				if (!exists(connection, names.get(i))) {
					throw ex;
				}
				// Another process was faster
			}
		}
		for (int i = 0; i < ADDED.size(); i++) {
			String probe = "select " + ADDED.get(i) + " from " + this.tables.lease() + " where 1 = 0";
			if (succeeds(connection, probe)) {
				continue;
			}
			try (Statement statement = connection.createStatement()) {
				statement.execute(alterations().get(i).replace(";", ""));
			}
			catch (SQLException ex) {
				if (!succeeds(connection, probe)) {
					throw ex;
				}
				// Another process was faster
			}
		}
	}

	/**
	 * Returns the statements that add the columns that a table of an older version does
	 * not have.
	 * @return a statement for each column, with a semicolon
	 */
	List<String> alterations() {
		return ADDED.stream()
			.map((column) -> ddl().lines()
				.filter((line) -> line.startsWith("\t" + column + " "))
				.findFirst()
				.orElseThrow())
			.map((line) -> "alter table " + this.tables.lease() + " add column " + line.strip().replace(",", ";"))
			.toList();
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
		for (String columns : List.of(LEASE_COLUMNS + " from " + this.tables.lease(),
				FENCE_COLUMNS + " from " + this.tables.fence())) {
			try (Statement statement = connection.createStatement()) {
				statement.executeQuery("select " + columns + " where 1 = 0").close();
			}
			catch (SQLException ex) {
				if (SqlFailures.isMissingTable(ex)) {
					throw new MissingTableException(database, this, ex);
				}
				if (SqlFailures.isMissingColumn(ex)) {
					throw MissingTableException.ofColumns(database, this, ex);
				}
				throw ex;
			}
		}
	}

	private static boolean exists(Connection connection, String table) {
		return succeeds(connection, "select 1 from " + table + " where 1 = 0");
	}

	private static boolean succeeds(Connection connection, String query) {
		try (Statement statement = connection.createStatement()) {
			statement.executeQuery(query).close();
			return true;
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private List<String> statements() {
		List<String> statements = new ArrayList<>();
		StringBuilder text = new StringBuilder();
		ddl().lines().filter((line) -> !line.startsWith("--")).forEach((line) -> text.append(line).append('\n'));
		for (String statement : text.toString().split(";", -1)) {
			if (!statement.isBlank()) {
				statements.add(statement.strip());
			}
		}
		return statements;
	}

}
