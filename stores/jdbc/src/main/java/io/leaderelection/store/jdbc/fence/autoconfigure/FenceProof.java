/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.ConnectFailedException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.LeaseSchema;
import io.leaderelection.store.jdbc.MultiPrimary;
import io.leaderelection.store.jdbc.autoconfigure.BoundedCalls;
import io.leaderelection.store.jdbc.autoconfigure.JdbcLeaderElectionProperties;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.jdbc.fence.FenceMarker;
import io.leaderelection.store.jdbc.fence.TermFence;
import io.leaderelection.store.jdbc.fence.autoconfigure.FencedManagers.Manager;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.StringUtils;

/**
 * Proves that the store and a data source of the application see the same table of
 * fences, and supplies the fence from then on. Until then it refuses: a data source that
 * does not answer is asked again.
 */
final class FenceProof implements Supplier<TermFence>, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(FenceProof.class);

	private static final Duration RETRY = Duration.ofSeconds(1);

	private static final String IN_STATEMENTS = "remove " + JdbcLeaderElectionProperties.FENCED_TRANSACTIONS
			+ " and compare fencing tokens in your statements";

	/** Instances that start together write the same row. */
	private static final int TRIES = 10;

	private final Manager manager;

	private final Supplier<ConnectionSource> source;

	private final String tableName;

	private final BoundedCalls calls;

	private final Scheduler scheduler;

	private volatile @Nullable TermFence fence;

	private volatile @Nullable LeaderElectionConfigurationException refused;

	/** The application is up. */
	private volatile boolean started;

	/** Of one thread after the other. */
	private String logged = "";

	FenceProof(Manager manager, Supplier<ConnectionSource> source, String tableName, TimeSystem time) {
		this.manager = manager;
		this.source = source;
		this.tableName = tableName;
		this.calls = new BoundedCalls("leader-election-jdbc-fence", time);
		this.scheduler = time.scheduler("leader-election-jdbc-fence-retry");
	}

	/**
	 * Tries once, and again later if a database does not answer.
	 * @throws LeaderElectionConfigurationException if they do not see the same table
	 */
	void begin() {
		Exception failure = attempt();
		LeaderElectionConfigurationException refusal = this.refused;
		if (refusal != null) {
			close();
			throw refusal;
		}
		this.started = true;
		if (failure != null) {
			log(failure);
			retryLater();
		}
	}

	private void log(Exception failure) {
		String reason = reason(failure);
		if (!reason.equals(this.logged)) {
			this.logged = reason;
			logger.warn("Fenced transactions of '{}' cannot be committed yet: it is not known whether its DataSource "
					+ "sees the table of fences: {}. Keeps asking", this.manager.name(), reason);
		}
	}

	private void retryLater() {
		this.scheduler.schedule(RETRY, () -> {
			Exception failure = attempt();
			if (failure == null) {
				logger.info("Fenced transactions of '{}' can be committed from now on", this.manager.name());
				close();
			}
			else if (this.refused != null) {
				logger.error("No fenced transaction of '{}' will be committed", this.manager.name(), this.refused);
				close();
			}
			else {
				log(failure);
				retryLater();
			}
		});
	}

	private @Nullable Exception attempt() {
		try {
			this.fence = this.calls.call(JdbcStoreSetup.TIMEOUT, this::prove);
			return null;
		}
		catch (LeaderElectionConfigurationException ex) {
			this.refused = ex;
			return ex;
		}
		catch (Exception ex) {
			return ex;
		}
	}

	@Override
	public TermFence get() {
		TermFence proven = this.fence;
		if (proven != null) {
			return proven;
		}
		LeaderElectionConfigurationException reason = this.refused;
		if (reason != null) {
			throw new NonTransientDataAccessResourceException("Fenced transactions are refused", reason);
		}
		throw new TransientDataAccessResourceException("The transaction cannot be fenced yet: it is not known whether "
				+ "the DataSource of '" + this.manager.name() + "' sees the table of fences");
	}

	private TermFence prove() throws SQLException {
		ConnectionSource own = this.source.get();
		LeaseSchema schema;
		String unbounded;
		try (Connection connection = connect()) {
			JdbcDialect dialect = JdbcDialect.of(connection)
				.orElseThrow(() -> refusal("is a database that leader election is not tested with. It is tested with "
						+ JdbcDialect.TESTED, null));
			String severalPrimaries = MultiPrimary.describe(connection, dialect);
			if (severalPrimaries != null) {
				throw refusal(severalPrimaries + ", where a lock on one server keeps nobody out on another",
						StringUtils.capitalize(IN_STATEMENTS), null);
			}
			schema = new LeaseSchema(dialect, this.tableName);
			unbounded = IdleTransactions.unbounded(connection, dialect);
		}
		TermFence proven = TermFence.of(schema);
		compare(own, new FenceMarker(schema), schema);
		if (unbounded != null) {
			logger.warn("A process that is stopped, or cut off, just before it commits a fenced transaction of '{}' "
					+ "keeps a successor waiting, and nothing bounds that: {}", this.manager.name(), unbounded);
		}
		return proven;
	}

	private Connection connect() throws SQLException {
		try {
			return this.manager.dataSource().getConnection();
		}
		catch (Throwable ex) {
			throw ConnectFailedException.of("the DataSource of '" + this.manager.name() + "'", null, ex);
		}
	}

	private void compare(ConnectionSource own, FenceMarker marker, LeaseSchema schema) throws SQLException {
		for (int i = 0; i < TRIES; i++) {
			String written = ofStore(own, marker::write);
			if (written.equals(ofApplication(marker, own, schema))) {
				return;
			}
			if (written.equals(ofStore(own, marker::read))) {
				throw refusal("has another " + schema.in("leader_fence") + " than " + own.name()
						+ ", where elections are kept", null);
			}
		}
		throw new SQLException("Too many instances start at once");
	}

	private static String ofStore(ConnectionSource own, Access access) throws SQLException {
		try (Connection connection = own.open(JdbcStoreSetup.TIMEOUT)) {
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(true);
			try {
				return access.apply(connection);
			}
			finally {
				connection.setAutoCommit(autoCommit);
			}
		}
	}

	private String ofApplication(FenceMarker marker, ConnectionSource own, LeaseSchema schema) throws SQLException {
		try (Connection connection = connect()) {
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(false);
			try {
				return marker.lock(connection);
			}
			catch (SQLException ex) {
				String table = schema.in("leader_fence");
				if (isReadOnly(ex) && !this.started) {
					throw refusal("is read-only (" + reason(ex) + "), as one that leads to a replica: no row of "
							+ table + " can be locked there", ex);
				}
				if (isAccessRefused(ex)) {
					throw refusal(
							"cannot lock rows of " + table + ", the table of fences in " + own.name() + " ("
									+ reason(ex)
									+ "). If that is its database, its user needs: grant select, update on " + table,
							ex);
				}
				throw ex;
			}
			finally {
				connection.rollback();
				connection.setAutoCommit(autoCommit);
			}
		}
	}

	/** Where a failover goes on, that passes: it is a mistake at the start alone. */
	private static boolean isReadOnly(SQLException failure) {
		String state = String.valueOf(failure.getSQLState());
		return state.equals("25006") || state.equals("90097");
	}

	/** A table or a right is missing: all but H2 agree on the class. */
	private static boolean isAccessRefused(SQLException failure) {
		String state = String.valueOf(failure.getSQLState());
		return state.startsWith("42") || state.equals("90096") || state.equals("3F000");
	}

	private LeaderElectionConfigurationException refusal(String what, @Nullable Exception cause) {
		return refusal(what,
				"Keep elections in the database of that DataSource (annotate it with @LeaderElectionStore, or remove "
						+ JdbcStoreSetup.URL + "), or name the transaction managers to fence in " + FencedManagers.NAMES
						+ ", or " + IN_STATEMENTS,
				cause);
	}

	private LeaderElectionConfigurationException refusal(String what, String action, @Nullable Exception cause) {
		return new LeaderElectionConfigurationException(JdbcLeaderElectionProperties.FENCED_TRANSACTIONS
				+ " is true, but the DataSource of the transaction manager '" + this.manager.name() + "' " + what,
				action, cause);
	}

	private static String reason(Exception failure) {
		return (failure instanceof TimeoutException) ? "no answer within " + JdbcStoreSetup.TIMEOUT.toSeconds() + " s"
				: String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " ");
	}

	@Override
	public void close() {
		this.scheduler.close();
		this.calls.close();
	}

	/**
	 * An action on a connection.
	 */
	private interface Access {

		String apply(Connection connection) throws SQLException;

	}

}
