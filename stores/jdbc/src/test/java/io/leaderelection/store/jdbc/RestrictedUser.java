/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database user with only the privileges that were granted to it.
 */
final class RestrictedUser {

	static final String PASSWORD = "planted-canary";

	private static final Pattern GRANT = Pattern.compile("(?m)^grant (.+) on (\\w+) to app;$");

	private static final AtomicInteger USERS = new AtomicInteger();

	/** MariaDB's error for revoking a privilege that was not granted. */
	private static final int NO_SUCH_GRANT = 1147;

	private final Connection admin;

	private final String name = "user_" + USERS.incrementAndGet();

	private final String account;

	private final Set<String> tables = new LinkedHashSet<>();

	/**
	 * Creates the user.
	 * @param database the database
	 * @param admin a connection of a user who may create users
	 */
	RestrictedUser(TestDatabase database, Connection admin) throws SQLException {
		boolean mariaDb = database.dialect() == JdbcDialect.MYSQL;
		this.admin = admin;
		this.account = mariaDb ? "'" + this.name + "'@'localhost'" : this.name;
		execute("create user " + this.account + (mariaDb ? " identified by '" : " password '") + PASSWORD + "'");
	}

	String name() {
		return this.name;
	}

	void grant(String right, String table) throws SQLException {
		this.tables.add(table);
		execute("grant " + right + " on " + table + " to " + this.account);
	}

	/** Runs a script of grants to the user "app" for this user. */
	void grantAll(String script) throws SQLException {
		Matcher grants = GRANT.matcher(script);
		while (grants.find()) {
			grant(grants.group(1), grants.group(2));
		}
		assertThat(this.tables).as(script).isNotEmpty();
	}

	void revoke(String right, String table) throws SQLException {
		execute("revoke " + right + " on " + table + " from " + this.account);
	}

	void drop() throws SQLException {
		for (String table : this.tables) {
			try {
				revoke("all", table);
			}
			catch (SQLException ex) {
				assertThat(ex.getErrorCode()).as(ex.getMessage()).isEqualTo(NO_SUCH_GRANT);
			}
		}
		execute("drop user " + this.account);
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.admin.createStatement()) {
			statement.execute(sql);
		}
	}

}
