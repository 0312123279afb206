/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class with a database, contenders, and another connection that damages records.
 */
public abstract class FaultFixture implements OnDatabase {

	protected static final Duration TIMEOUT = Duration.ofSeconds(30);

	protected static final Duration LEASE = Duration.ofMinutes(2);

	protected final String namespace = "faults-" + UUID.randomUUID();

	private final List<AutoCloseable> opened = new ArrayList<>();

	protected Connection admin;

	@BeforeEach
	protected void createTables() throws SQLException {
		this.admin = connect();
		database().schema().create(this.admin);
	}

	@AfterEach
	protected void closeAll() throws Exception {
		for (AutoCloseable closeable : this.opened) {
			closeable.close();
		}
	}

	/** Returns the factory of the stores under test. */
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return JdbcLeaseStoreFactory.builder(source).build();
	}

	protected final Connection connect() throws SQLException {
		return closing(database().connect());
	}

	protected final <T extends AutoCloseable> T closing(T closeable) {
		this.opened.add(0, closeable);
		return closeable;
	}

	protected final Contender contender(String id) {
		return contender(id, database().source());
	}

	protected final Contender contender(String id, ConnectionSource source) {
		return contender(id, source, LEASE);
	}

	protected final Contender contender(String id, ConnectionSource source, Duration lease) {
		return new Contender(closing(storeFactory(source).open()), this.namespace, id, lease);
	}

	/** Runs a statement with namespace and election as its last two parameters. */
	protected final int execute(Connection connection, String sql, String election) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setBytes(1, this.namespace.getBytes(UTF_8));
			statement.setBytes(2, election.getBytes(UTF_8));
			return statement.execute() ? 0 : statement.getUpdateCount();
		}
	}

	protected final void execute(String sql) throws SQLException {
		try (Statement statement = this.admin.createStatement()) {
			statement.execute(sql);
		}
	}

	/** Returns the number that a query finds. */
	protected final long number(String sql) throws SQLException {
		try (Statement statement = this.admin.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getLong(1);
		}
	}

	/** Locks a row in a transaction that stays open. */
	protected final Connection lock(String table, String election) throws SQLException {
		Connection foreign = connect();
		foreign.setAutoCommit(false);
		execute(foreign, "select token from " + table + " where namespace = ? and election = ? for update", election);
		return foreign;
	}

	protected static void assertGranted(Outcome... outcomes) {
		assertThat(outcomes).allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Granted.class));
	}

	/**
	 * Checks that a lease was seen and is whole, except for the time that the test took.
	 */
	protected static void assertRemains(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Leased.class,
				(held) -> assertThat(held.remaining()).isBetween(LEASE.dividedBy(2), LEASE));
	}

	protected static void assertUnknown(Outcome outcome, String message) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		assertThat(((Outcome.Unknown) outcome).cause()).hasMessageContaining(message);
	}

}
