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
 * Factory of the {@code jdbc} store. All candidates must use the same tables. The store
 * reads and writes nothing before the first call.
 */
public final class JdbcLeaseStoreFactory implements LeaseStoreFactory {

	/** The value of {@code leader-election.backend} that selects this store. */
	public static final String NAME = "jdbc";

	/** The default name of the table with the records. */
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
	 * Returns a builder with the default table name and the dialect of the source's URL.
	 * If a source that is not exclusive has no URL, the first connection determines the
	 * dialect.
	 * @param source opens the connections
	 * @return a builder
	 */
	public static Builder builder(ConnectionSource source) {
		return new Builder(source);
	}

	/**
	 * Returns the schema of the store's tables.
	 * @return the schema
	 * @throws IllegalStateException if the dialect is unknown until the first connection
	 */
	public LeaseSchema schema() {
		LeaseSchema schema = this.database.schema();
		if (schema == null) {
			throw new IllegalStateException("The dialect of " + this.source.name() + " is not known yet");
		}
		return schema;
	}

	/**
	 * Determines the dialect if it is unknown, creates missing tables if configured, and
	 * checks that the tables can be read.
	 * @param connection a connection of the source, in auto-commit mode
	 * @return the schema
	 * @throws UnsupportedDatabaseException if the product is not supported
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
	 * Builder of a {@link JdbcLeaseStoreFactory}.
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
		 * Sets the dialect, for a URL that does not name it.
		 * @param dialect the dialect
		 * @return this
		 */
		public Builder dialect(JdbcDialect dialect) {
			this.dialect = dialect;
			return this;
		}

		/**
		 * Sets the name of the table with the records.
		 * @param tableName letters, digits and underscores, optionally with a schema
		 * before a dot; the name of the table with the fences is derived from it
		 * @return this
		 */
		public Builder tableName(String tableName) {
			this.tableName = tableName;
			return this;
		}

		/**
		 * Sets whether the first connection creates missing tables.
		 * @param createsTables whether to create them, which requires the right to
		 * @return this
		 */
		public Builder createTables(boolean createsTables) {
			this.createsTables = createsTables;
			return this;
		}

		/**
		 * Replaces clocks and threads, for tests.
		 * @param time the clocks and threads that run the calls and measure their
		 * timeouts
		 * @return this
		 */
		public Builder time(TimeSystem time) {
			this.time = time;
			return this;
		}

		/**
		 * Creates the factory.
		 * @return the factory
		 * @throws IllegalArgumentException if the table name is invalid, or if no dialect
		 * is set and the URL of the source names an unsupported product or, for an
		 * exclusive source, is unknown
		 */
		public JdbcLeaseStoreFactory build() {
			return new JdbcLeaseStoreFactory(this, (this.dialect != null) ? this.dialect : dialectOfUrl());
		}

		private @Nullable JdbcDialect dialectOfUrl() {
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
