/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import javax.sql.DataSource;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcStoreBuilder;
import io.leaderelection.store.jdbc.MissingTableException;
import io.leaderelection.store.jdbc.UnsupportedDatabaseException;
import io.leaderelection.store.jdbc.autoconfigure.ConnectionSources.Candidate;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import io.leaderelection.store.support.LibraryConflict;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Sets up a store over a database from the {@code leader-election.jdbc} properties:
 * chooses the connection source, and checks the database while the application starts.
 * The application starts even if the database does not answer; the store then prepares it
 * on the first connection.
 * <p>
 * The auto-configurations of all stores over a database import this class.
 */
@Lazy
@EnableConfigurationProperties(JdbcLeaderElectionProperties.class)
public final class JdbcStoreSetup {

	/** How long the start waits for the database. */
	public static final Duration TIMEOUT = Duration.ofSeconds(3);

	/** The property with the store's own URL. */
	public static final String URL = "leader-election.jdbc.url";

	private static final Logger logger = LoggerFactory.getLogger(JdbcStoreSetup.class);

	private final JdbcLeaderElectionProperties properties;

	private final ConnectionSources sources;

	JdbcStoreSetup(JdbcLeaderElectionProperties properties, ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<DataSource> dataSources, @LeaderElectionStore ObjectProvider<DataSource> qualified) {
		this.properties = properties;
		this.sources = new ConnectionSources(properties, beanFactory, dataSources, qualified);
	}

	ConnectionSources sources() {
		return this.sources;
	}

	/**
	 * Chooses the connection source: the store's own URL, otherwise a data source of the
	 * application. Does not connect.
	 * @param store the name of the store, for the message
	 * @return the source
	 * @throws LeaderElectionConfigurationException if there is none
	 */
	public ConnectionSource choose(String store) {
		if (this.sources.hasOwnUrl()) {
			return this.sources.own();
		}
		Candidate candidate = this.sources.choose();
		if (candidate == null) {
			throw new LeaderElectionConfigurationException(
					"The store '" + store + "' of leader election has no database: " + this.sources.reasonForNone()
							+ ", and " + URL + " is not set",
					"Annotate the DataSource bean to use with @LeaderElectionStore, or set " + URL
							+ ", or set leader-election.backend to another store");
		}
		return this.sources.of(candidate);
	}

	/**
	 * Returns the name of the table with the records.
	 * @return the name, optionally with its schema
	 */
	public String tableName() {
		return this.properties.tableName();
	}

	/**
	 * Creates the factory of a store from the properties, and checks the database. Logs a
	 * warning if it does not answer. A missing table is reported by the elections,
	 * because a migration may run in the background or elsewhere.
	 * @param <F> the type of the factory
	 * @param store the name of the store, for messages
	 * @param source the connection source
	 * @param builder returns the builder of the factory
	 * @param check the check
	 * @return the factory
	 * @throws LeaderElectionConfigurationException if the source or the database does not
	 * suit the store, if versions of libraries do not match, or if the check throws this
	 * exception
	 */
	public <F extends LeaseStoreFactory> F factory(String store, ConnectionSource source,
			Function<ConnectionSource, JdbcStoreBuilder<F>> builder, Check<F> check) {
		return LeaderElectionConfigurationException.requireLegal(() -> {
			F factory = builder.apply(source)
				.tableName(this.properties.tableName())
				.createTables(createsTables(source))
				.build();
			check(source, factory, check);
			return factory;
		}, (problem) -> "The store '" + store + "' of leader election cannot be used: " + problem,
				"Correct the property or the DataSource, or set leader-election.backend to another store");
	}

	private boolean createsTables(ConnectionSource source) {
		String url = source.url();
		return switch (this.properties.initializeSchema()) {
			case ALWAYS -> true;
			case EMBEDDED -> url != null && DriverUrls.isInMemory(url);
			case NEVER -> false;
		};
	}

	private static <F> void check(ConnectionSource source, F factory, Check<F> check) {
		try (BoundedCalls calls = new BoundedCalls("leader-election-jdbc-start", TimeSystem.system())) {
			calls.call(TIMEOUT, () -> {
				try (Connection connection = source.open(TIMEOUT)) {
					check.run(factory, connection);
					return true;
				}
			});
		}
		catch (MissingTableException ex) {
			logger.debug("Elections wait for their tables", ex);
		}
		catch (LeaderElectionConfigurationException | UnsupportedDatabaseException ex) {
			throw ex;
		}
		catch (Exception ex) {
			String conflict = LibraryConflict.describe(ex);
			if (conflict != null) {
				throw new LeaderElectionConfigurationException(source.name() + " cannot be used: " + conflict,
						LibraryConflict.REMEDY, ex);
			}
			logger.warn(
					"No leader can be elected yet: {} cannot be used: {}. Its tables are not checked. Leader election "
							+ "keeps trying",
					source.name(), reason(ex));
			logger.debug("The failure of the database or its driver", ex);
		}
	}

	/**
	 * Returns what to say about a failure of a database.
	 * @param failure the failure of a call with {@link #TIMEOUT}
	 * @return one line
	 */
	public static String reason(Throwable failure) {
		if (failure instanceof TimeoutException) {
			return "no answer within " + TIMEOUT.toSeconds() + " s";
		}
		return String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
	}

	/**
	 * Check of a database by a store.
	 *
	 * @param <F> the type of the store's factory
	 */
	public interface Check<F> {

		/**
		 * Checks the database.
		 * @param factory the factory of the store
		 * @param connection a connection of the source
		 * @throws SQLException if the database or the driver refused
		 */
		void run(F factory, Connection connection) throws SQLException;

	}

}
