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
import io.leaderelection.store.jdbc.JdbcStoreBuilder;
import io.leaderelection.store.jdbc.LeaseDatabase;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.MissingTableException;
import io.leaderelection.time.TimeSystem;

/**
 * Factory of the {@code postgres} store, which uses advisory locks of PostgreSQL 14 or
 * newer. All candidates must use the same tables, which are those of the {@code jdbc}
 * store. The store reads and writes nothing before the first call.
 */
public final class AdvisoryLeaseStoreFactory implements LeaseStoreFactory {

	/** The value of {@code leader-election.backend} that selects this store. */
	public static final String NAME = "postgres";

	/** Slightly less than the maximum of idle_session_timeout. */
	private static final Duration LARGEST_LEASE = Duration.ofDays(24);

	private final LeaseDatabase database;

	private final TimeSystem time;

	private AdvisoryLeaseStoreFactory(JdbcStoreBuilder<AdvisoryLeaseStoreFactory> builder) {
		this.database = builder.database();
		this.time = builder.time();
	}

	/**
	 * Returns a builder with the default table name.
	 * @param source opens connections to PostgreSQL that only the store uses
	 * @return a builder
	 * @throws IllegalArgumentException if the source is not exclusive or leads to another
	 * database
	 */
	public static JdbcStoreBuilder<AdvisoryLeaseStoreFactory> builder(ConnectionSource source) {
		if (!source.exclusive()) {
			throw new IllegalArgumentException("The postgres store holds its locks in its own session, but "
					+ source.name() + " only lends connections. Set leader-election.jdbc.url, or set "
					+ "leader-election.backend=jdbc");
		}
		String url = source.url();
		if (url != null && JdbcDialect.ofUrl(url).filter((it) -> it == JdbcDialect.POSTGRESQL).isEmpty()) {
			throw new IllegalArgumentException("The postgres store needs PostgreSQL, but finds '"
					+ JdbcDialect.product(url) + "' at " + source.name()
					+ ". Set leader-election.jdbc.url to a PostgreSQL server, or set leader-election.backend=jdbc");
		}
		return new JdbcStoreBuilder<AdvisoryLeaseStoreFactory>(source, AdvisoryLeaseStoreFactory::new)
			.dialect(JdbcDialect.POSTGRESQL);
	}

	/**
	 * Returns the schema of the store's tables.
	 * @return the schema
	 */
	public LeaseSchema schema() {
		return Objects.requireNonNull(this.database.schema());
	}

	/**
	 * Creates missing tables if configured, and checks that the tables can be read and
	 * that a session can hold locks.
	 * @param connection a connection of the source, in auto-commit mode
	 * @param timeout approximately how long this may take
	 * @throws MissingTableException if a table is missing
	 * @throws UnsuitableServerException if a session cannot hold locks
	 * @throws SQLException if the server or the driver refused
	 */
	public void check(Connection connection, Duration timeout) throws SQLException {
		// First, because tables may be created later, but a session stays unsuitable
		new SessionCheck(this.database.source()).check(connection, null, timeout);
		this.database.check(connection);
	}

	@Override
	public StoreTraits traits() {
		return new StoreTraits(NAME, StoreTraits.Clock.STORE, Duration.ofMillis(1), LARGEST_LEASE, true, true, true,
				true);
	}

	@Override
	public LeaseStore open() {
		return new JdbcLeaseStore(this.database, (schema) -> new AdvisoryStatements(schema, this.database.source()),
				this.time);
	}

}
