/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Opens the store over a database. All candidates must use the same tables; nothing is
 * read or written before the first call.
 */
public final class JdbcLeaseStoreFactory implements LeaseStoreFactory {

	/** The name users give in {@code leader-election.backend}. */
	public static final String NAME = "jdbc";

	/** The table with the records, unless another is named. */
	public static final String DEFAULT_TABLE_NAME = JdbcTables.DEFAULT_LEASE;

	private final ConnectionSource source;

	private final LeaseDatabase database;

	private final TimeSystem time;

	private JdbcLeaseStoreFactory(Builder builder, @Nullable JdbcDialect dialect) {
		this.source = builder.source;
		this.database = new LeaseDatabase(this.source, dialect, builder.tableName, builder.createsTables);
		this.time = builder.time;
	}

	/**
	 * Begins with the default table and the dialect of the source's URL; where a source
	 * that lends connections has none, the first connection finds it.
	 * @param source opens the connections
	 * @return a builder
	 */
	public static Builder builder(ConnectionSource source) {
		return new Builder(source);
	}

	/**
	 * The tables that are used.
	 * @return their schema
	 * @throws IllegalStateException if only a connection can find the dialect, and none
	 * was made yet
	 */
	public LeaseSchema schema() {
		LeaseSchema schema = this.database.schema();
		if (schema == null) {
			throw new IllegalStateException("The dialect of " + this.source.name() + " is not known yet");
		}
		return schema;
	}

	/**
	 * Finds out the dialect if it is unknown, creates missing tables if that is wanted,
	 * and checks that the tables can be read.
	 * @param connection in auto-commit mode, of the source
	 * @return the tables
	 * @throws UnsupportedDatabaseException if it is another product
	 * @throws MissingTableException if a table is missing
	 * @throws SQLException if the database or the driver refused
	 */
	public LeaseSchema check(Connection connection) throws SQLException {
		return this.database.check(connection);
	}

	@Override
	public StoreTraits traits() {
		return new StoreTraits(NAME, StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(365), false, false,
				JdbcLeaseStore.hasNotifications(this.source, this.database), true);
	}

	@Override
	public LeaseStore open() {
		return new JdbcLeaseStore(this.source, this.database, (schema) -> LeaseStatements.of(schema, this.source),
				this.time);
	}

	/**
	 * Gathers what the store needs.
	 */
	public static final class Builder {

		private final ConnectionSource source;

		private @Nullable JdbcDialect dialect;

		private String tableName = DEFAULT_TABLE_NAME;

		private boolean createsTables;

		private TimeSystem time = TimeSystem.system();

		private Builder(ConnectionSource source) {
			this.source = source;
		}

		/**
		 * Names the dialect, where the URL does not.
		 * @param dialect the dialect
		 * @return this
		 */
		public Builder dialect(JdbcDialect dialect) {
			this.dialect = dialect;
			return this;
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
		 * @throws IllegalArgumentException if the dialect is not named, and the URL is
		 * that of another product, or is unknown for connections that the store keeps; or
		 * if the table's name is not legal
		 */
		public JdbcLeaseStoreFactory build() {
			return new JdbcLeaseStoreFactory(this, (this.dialect != null) ? this.dialect : told());
		}

		private @Nullable JdbcDialect told() {
			String url = this.source.url();
			if (url == null && !this.source.exclusive()) {
				return null;
			}
			String known = (url != null) ? url : "";
			return JdbcDialect.ofUrl(known)
				.orElseThrow(() -> new UnsupportedDatabaseException(this.source.name(), JdbcDialect.product(known)));
		}

	}

}
