/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.Optional;

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

	private final JdbcDialect dialect;

	private final JdbcTables tables;

	private final TimeSystem time;

	private JdbcLeaseStoreFactory(Builder builder, JdbcDialect dialect) {
		this.source = builder.source;
		this.dialect = dialect;
		this.tables = new JdbcTables(builder.tableName);
		this.time = builder.time;
	}

	/**
	 * Begins with the default table and the dialect that the source's URL tells.
	 * @param source opens the connections
	 * @return a builder
	 */
	public static Builder builder(ConnectionSource source) {
		return new Builder(source);
	}

	/**
	 * The dialect that is used.
	 * @return the dialect
	 */
	public JdbcDialect dialect() {
		return this.dialect;
	}

	/**
	 * The tables that are used.
	 * @return their schema
	 */
	public LeaseSchema schema() {
		return new LeaseSchema(this.dialect, this.tables.lease());
	}

	@Override
	public StoreTraits traits() {
		boolean push = this.dialect == JdbcDialect.POSTGRESQL && this.source.exclusive();
		return new StoreTraits(NAME, StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(365), false, false,
				push);
	}

	@Override
	public LeaseStore open() {
		LeaseSchema schema = schema();
		return new JdbcLeaseStore(this.source, schema, LeaseStatements.of(schema, this.source), this.time);
	}

	/**
	 * Gathers what the store needs.
	 */
	public static final class Builder {

		private final ConnectionSource source;

		private @Nullable JdbcDialect dialect;

		private String tableName = DEFAULT_TABLE_NAME;

		private TimeSystem time = TimeSystem.system();

		private Builder(ConnectionSource source) {
			this.source = source;
		}

		/**
		 * Names the dialect, where the URL does not tell it.
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
		 * @throws IllegalArgumentException if the dialect is not named and cannot be
		 * told, or the table's name is not legal
		 */
		public JdbcLeaseStoreFactory build() {
			return new JdbcLeaseStoreFactory(this, (this.dialect != null) ? this.dialect : told());
		}

		private JdbcDialect told() {
			String url = this.source.url();
			return ((url != null) ? JdbcDialect.ofUrl(url) : Optional.<JdbcDialect>empty())
				.orElseThrow(() -> new UnsupportedDatabaseException(this.source.name(),
						JdbcDialect.product(String.valueOf(url))));
		}

	}

}
