/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcLeaseStore;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.LeaseDatabase;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.MissingTableException;
import io.leaderelection.time.TimeSystem;

/**
 * Opens the store over the advisory locks of PostgreSQL 14 or newer. All candidates must
 * use the same tables, which are those of the {@code jdbc} store; nothing is read or
 * written before the first call.
 */
public final class AdvisoryLeaseStoreFactory implements LeaseStoreFactory {

	/** The name users give in {@code leader-election.backend}. */
	public static final String NAME = "postgres";

	/** The longest time that idle_session_timeout can count, about. */
	private static final Duration LARGEST_LEASE = Duration.ofDays(24);

	private final ConnectionSource source;

	private final LeaseDatabase database;

	private final TimeSystem time;

	private AdvisoryLeaseStoreFactory(Builder builder) {
		this.source = builder.source;
		this.database = new LeaseDatabase(this.source, JdbcDialect.POSTGRESQL, builder.tableName,
				builder.createsTables);
		this.time = builder.time;
	}

	/**
	 * Begins with the default table.
	 * @param source opens connections to PostgreSQL that belong to the store alone
	 * @return a builder
	 */
	public static Builder builder(ConnectionSource source) {
		return new Builder(source);
	}

	/**
	 * The tables that are used.
	 * @return their schema
	 */
	public LeaseSchema schema() {
		return Objects.requireNonNull(this.database.schema());
	}

	/**
	 * Creates missing tables if that is wanted, and checks that the tables can be read
	 * and that a session can hold locks.
	 * @param connection in auto-commit mode, of the source
	 * @param timeout how long this may take about
	 * @throws MissingTableException if a table is missing
	 * @throws UnsuitableServerException if a session cannot hold locks
	 * @throws SQLException if the server or the driver refused
	 */
	public void check(Connection connection, Duration timeout) throws SQLException {
		this.database.check(connection);
		new SessionCheck(this.source).check(connection, null, timeout);
	}

	@Override
	public StoreTraits traits() {
		return new StoreTraits(NAME, StoreTraits.Clock.STORE, Duration.ofMillis(1), LARGEST_LEASE, true, true, true,
				true);
	}

	@Override
	public LeaseStore open() {
		return new JdbcLeaseStore(this.source, this.database, (schema) -> new AdvisoryStatements(schema, this.source),
				this.time);
	}

	/**
	 * Gathers what the store needs.
	 */
	public static final class Builder {

		private final ConnectionSource source;

		private String tableName = JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME;

		private boolean createsTables;

		private TimeSystem time = TimeSystem.system();

		private Builder(ConnectionSource source) {
			this.source = source;
		}

		/**
		 * Names the table with the records.
		 * @param tableName letters, digits and underscores, optionally with a schema
		 * before a dot; the fences are kept in a table named beside it
		 * @return this
		 */
		public Builder tableName(String tableName) {
			this.tableName = tableName;
			return this;
		}

		/**
		 * Creates missing tables on the first connection.
		 * @param createsTables whether to do so; the user needs the right to
		 * @return this
		 */
		public Builder createTables(boolean createsTables) {
			this.createsTables = createsTables;
			return this;
		}

		/**
		 * Uses other clocks and threads, for tests.
		 * @param time bounds calls and runs them
		 * @return this
		 */
		public Builder time(TimeSystem time) {
			this.time = time;
			return this;
		}

		/**
		 * Makes the factory.
		 * @return the factory
		 * @throws IllegalArgumentException if the source lends its connections or leads
		 * to another database, or the table's name is not legal
		 */
		public AdvisoryLeaseStoreFactory build() {
			if (!this.source.exclusive()) {
				throw new IllegalArgumentException("The postgres store holds its locks in a session of its own, but "
						+ this.source.name() + " only lends connections. Set leader-election.jdbc.url, or set "
						+ "leader-election.backend=jdbc");
			}
			String url = this.source.url();
			if (url != null && JdbcDialect.ofUrl(url).filter((it) -> it == JdbcDialect.POSTGRESQL).isEmpty()) {
				throw new IllegalArgumentException("The postgres store needs PostgreSQL, but finds '"
						+ JdbcDialect.product(url) + "' at " + this.source.name()
						+ ". Set leader-election.jdbc.url to a PostgreSQL server, or set leader-election.backend=jdbc");
			}
			return new AdvisoryLeaseStoreFactory(this);
		}

	}

}
