/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.MissingTableException;
import io.leaderelection.store.jdbc.UnsupportedDatabaseException;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with the database while the application starts: missing tables are created
 * where that is wanted, and refused where not. A database that does not answer is no
 * reason to stop: what was to be done is done at the first connection.
 */
final class StoreStartup {

	/** A start does not wait any longer. */
	static final Duration TIMEOUT = Duration.ofSeconds(3);

	private static final Logger logger = LoggerFactory.getLogger(StoreStartup.class);

	private final JdbcLeaderElectionProperties properties;

	private final TimeSystem time;

	StoreStartup(JdbcLeaderElectionProperties properties, TimeSystem time) {
		this.properties = properties;
		this.time = time;
	}

	/**
	 * Prepares the store.
	 * @param source leads to the database
	 * @return opens the store
	 * @throws LeaderElectionConfigurationException if the tables are missing, or the
	 * database is of an unknown kind
	 */
	LeaseStoreFactory prepare(ConnectionSource source) {
		JdbcLeaseStoreFactory factory = build(JdbcLeaseStoreFactory.builder(source)
			.tableName(this.properties.getTableName())
			.createTables(creates(source)));
		check(source, (connection) -> {
			warnOfEmbedded(connection, source);
			warnOfSeveralPrimaries(connection, factory.check(connection).dialect(), source);
		});
		return factory;
	}

	private static void warnOfEmbedded(Connection connection, ConnectionSource source) throws SQLException {
		String url = connection.getMetaData().getURL();
		if (url != null && DriverUrls.isEmbedded(url)) {
			logger.warn("Leader election uses an embedded database, {}: instances that have their own each elect "
					+ "themselves", source.name());
		}
	}

	/** Each of them counts leases by a clock of its own. */
	private static void warnOfSeveralPrimaries(Connection connection, JdbcDialect dialect, ConnectionSource source)
			throws SQLException {
		String severalPrimaries = MultiPrimary.describe(connection, dialect);
		if (severalPrimaries != null) {
			logger.warn("{} {}: instances that use different servers of it judge a lease by different clocks. Where "
					+ "these differ by more than leader-election.safety-margin, two may lead at once. Set {} to the "
					+ "address of the same server on all instances", source.name(), severalPrimaries,
					ConnectionSources.URL);
		}
	}

	/**
	 * Tells whether missing tables are to be created.
	 * @param source leads to the database
	 * @return whether the property says so for this database
	 */
	boolean creates(ConnectionSource source) {
		String url = source.url();
		return switch (this.properties.getInitializeSchema()) {
			case ALWAYS -> true;
			case EMBEDDED -> url != null && DriverUrls.isInMemory(url);
			case NEVER -> false;
		};
	}

	/**
	 * Checks the database, if it answers.
	 * @param source leads to the database
	 * @param check what is looked at
	 * @throws LeaderElectionConfigurationException if a table is missing, or the database
	 * cannot be used
	 */
	void check(ConnectionSource source, Check check) {
		try (BoundedCalls calls = new BoundedCalls("leader-election-jdbc-start", this.time)) {
			calls.call(TIMEOUT, () -> {
				try (Connection connection = source.open(TIMEOUT)) {
					check.run(connection);
					return true;
				}
			});
		}
		catch (MissingTableException ex) {
			throw new LeaderElectionConfigurationException(
					"A table of leader election is missing in " + source.name() + ", or this user may not see it ("
							+ reason(ex) + ")",
					"Create the tables with a migration:\n\n" + ex.ddl().strip()
							+ "\n\nor set leader-election.jdbc.initialize-schema=always",
					ex);
		}
		catch (UnsupportedDatabaseException ex) {
			throw refused(ex);
		}
		catch (LeaderElectionConfigurationException ex) {
			throw ex;
		}
		catch (Exception ex) {
			unreachable(source, ex);
		}
	}

	private static String reason(MissingTableException failure) {
		Throwable[] creation = failure.getSuppressed();
		Throwable shown = (creation.length > 0) ? creation[0] : failure.getCause();
		return (shown != null) ? String.valueOf(shown.getMessage()).strip().replaceAll("\\s+", " ")
				: "no reason is given";
	}

	private static void unreachable(ConnectionSource source, Exception failure) {
		String reason = (failure instanceof TimeoutException) ? "no answer within " + TIMEOUT.toSeconds() + " s"
				: String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
		logger.warn("Nobody can be elected yet: {} cannot be used: {}. Its tables are not checked. Keeps trying",
				source.name(), reason);
		if (logger.isDebugEnabled()) {
			logger.debug("What the database or its driver answered", failure);
		}
	}

	private static JdbcLeaseStoreFactory build(JdbcLeaseStoreFactory.Builder builder) {
		try {
			return builder.build();
		}
		catch (IllegalArgumentException ex) {
			throw refused(ex);
		}
	}

	private static LeaderElectionConfigurationException refused(IllegalArgumentException failure) {
		return new LeaderElectionConfigurationException(
				"The store 'jdbc' of leader election cannot be used: " + String.valueOf(failure.getMessage()),
				"Correct the property or the DataSource, or set leader-election.backend to another store", failure);
	}

	/**
	 * What a store needs of a database.
	 */
	interface Check {

		void run(Connection connection) throws SQLException;

	}

}
