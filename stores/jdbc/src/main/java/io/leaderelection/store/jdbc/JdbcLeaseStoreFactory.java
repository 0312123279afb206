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

/**
 * Factory of the {@code jdbc} store. All candidates must use the same tables. The store
 * reads and writes nothing before the first call.
 */
public final class JdbcLeaseStoreFactory implements LeaseStoreFactory {

	/** The value of {@code leader-election.backend} that selects this store. */
	public static final String NAME = "jdbc";

	/** The default name of the table with the records. */
	public static final String DEFAULT_TABLE_NAME = "leader_lease";

	private final LeaseDatabase database;

	private final TimeSystem time;

	private JdbcLeaseStoreFactory(JdbcStoreBuilder<JdbcLeaseStoreFactory> builder) {
		this.database = builder.database();
		this.time = builder.time();
	}

	/**
	 * Returns a builder with the default table name and the dialect of the source's URL.
	 * If a source that is not exclusive has no URL, the first connection determines the
	 * dialect.
	 * @param source opens the connections
	 * @return a builder
	 */
	public static JdbcStoreBuilder<JdbcLeaseStoreFactory> builder(ConnectionSource source) {
		return new JdbcStoreBuilder<>(source, JdbcLeaseStoreFactory::new);
	}

	/**
	 * Returns the schema of the store's tables.
	 * @return the schema
	 * @throws IllegalStateException if the dialect is unknown until the first connection
	 */
	public LeaseSchema schema() {
		LeaseSchema schema = this.database.schema();
		if (schema == null) {
			throw new IllegalStateException("The dialect of " + this.database.source().name() + " is not known yet");
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
				this.database.hasNotifications(), true);
	}

	@Override
	public LeaseStore open() {
		return new JdbcLeaseStore(this.database, (schema) -> LeaseStatements.of(schema, this.database.source()),
				this.time);
	}

}
