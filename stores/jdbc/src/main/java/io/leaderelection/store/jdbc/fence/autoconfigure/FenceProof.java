/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
 * Supplies the fence of a data source after it has verified that the store and the data
 * source see the same table of fences. Until then {@link #get()} fails. The verification
 * is repeated while a database does not answer.
 */
final class FenceProof implements Supplier<TermFence>, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(FenceProof.class);

	private static final Duration RETRY = Duration.ofSeconds(1);

	private static final String IN_STATEMENTS = "remove " + JdbcLeaderElectionProperties.FENCED_TRANSACTIONS
			+ " and compare fencing tokens in your statements";

	/** Several, because instances that start at the same time write the same row. */
	private static final int TRIES = 10;

	private final Manager manager;

	private final Supplier<ConnectionSource> source;

	private final String tableName;

	private final BoundedCalls calls;

	private final Scheduler scheduler;

	private volatile @Nullable TermFence fence;

	private volatile @Nullable LeaderElectionConfigurationException refused;

	/** The last logged reason. Used by one thread after the other. */
	private String logged = "";

	FenceProof(Manager manager, Supplier<ConnectionSource> source, String tableName, TimeSystem time) {
		this.manager = manager;
		this.source = source;
		this.tableName = tableName;
		this.calls = new BoundedCalls("leader-election-jdbc-fence", time);
		this.scheduler = time.scheduler("leader-election-jdbc-fence-retry");
	}

	/**
	 * Verifies once, and again later if a database does not answer.
	 * @return this
	 * @throws LeaderElectionConfigurationException if store and data source do not see
	 * the same table
	 */
	FenceProof begin() {
		attempt(true);
		return this;
	}

	private void attempt(boolean starting) {
		try {
			this.fence = this.calls.call(JdbcStoreSetup.TIMEOUT, () -> prove(starting));
			if (!starting) {
				logger.info("Fenced transactions of '{}' can be committed from now on", this.manager.name());
			}
			close();
		}
		catch (LeaderElectionConfigurationException ex) {
			this.refused = ex;
			close();
			if (starting) {
				throw ex;
			}
			logger.error("No fenced transaction of '{}' will be committed", this.manager.name(), ex);
		}
		catch (Exception ex) {
			String reason = JdbcStoreSetup.reason(ex);
			if (!reason.equals(this.logged)) {
				this.logged = reason;
				logger.warn(
						"Fenced transactions of '{}' cannot be committed yet: it is not known whether its "
								+ "DataSource sees the table of fences: {}. The check is repeated",
						this.manager.name(), reason);
			}
			this.scheduler.schedule(RETRY, () -> attempt(false));
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

	private TermFence prove(boolean starting) throws SQLException {
		ConnectionSource own = this.source.get();
		LeaseSchema schema;
		String unbounded;
		try (Connection connection = connect()) {
			JdbcDialect dialect = JdbcDialect.of(connection)
				.orElseThrow(() -> refusal("is a database that leader election is not tested with. It is tested with "
						+ JdbcDialect.TESTED, null));
			String severalPrimaries = MultiPrimary.describe(connection, dialect);
			if (severalPrimaries != null) {
				throw refusal(severalPrimaries + ", where a lock on one server has no effect on the others",
						StringUtils.capitalize(IN_STATEMENTS), null);
			}
			schema = new LeaseSchema(dialect, this.tableName);
			unbounded = IdleTransactions.unbounded(connection, dialect);
		}
		TermFence proven = TermFence.of(schema);
		compare(own, new FenceMarker(schema), schema, starting);
		if (unbounded != null) {
			logger
				.warn("A process that is suspended or disconnected just before it commits a fenced transaction of '{}' "
						+ "can delay the next leader without limit: {}", this.manager.name(), unbounded);
		}
		return proven;
	}

	private Connection connect() throws SQLException {
		try {
			return this.manager.dataSource().getConnection();
		}
		catch (Exception ex) {
			throw ConnectFailedException.of("the DataSource of '" + this.manager.name() + "'", null, ex);
		}
	}

	private void compare(ConnectionSource own, FenceMarker marker, LeaseSchema schema, boolean starting)
			throws SQLException {
		for (int i = 0; i < TRIES; i++) {
			String written = ofStore(own, marker::write);
			if (written.equals(ofApplication(marker, own, schema, starting))) {
				return;
			}
			if (written.equals(ofStore(own, marker::read))) {
				throw refusal("has another " + schema.in("leader_fence") + " than " + own.name()
						+ ", which stores the elections", null);
			}
		}
		throw new SQLException("Too many instances start at once");
	}

	private static String ofStore(ConnectionSource own, Access access) throws SQLException {
		return on(own.open(JdbcStoreSetup.TIMEOUT), true, access);
	}

	private String ofApplication(FenceMarker marker, ConnectionSource own, LeaseSchema schema, boolean starting)
			throws SQLException {
		try {
			return on(connect(), false, marker::lock);
		}
		catch (SQLException ex) {
			String table = schema.in("leader_fence");
			if (isReadOnly(ex) && starting) {
				throw refusal("is read-only (" + JdbcStoreSetup.reason(ex) + "), as on a replica: no row of " + table
						+ " can be locked there", ex);
			}
			if (isAccessRefused(ex)) {
				throw refusal(
						"cannot lock rows of " + table + ", the table of fences in " + own.name() + " ("
								+ JdbcStoreSetup.reason(ex)
								+ "). If that is its database, its user needs: grant select, " + "update on " + table,
						ex);
			}
			throw ex;
		}
	}

	/** Closes the connection. */
	private static String on(Connection opened, boolean autoCommit, Access access) throws SQLException {
		try (Connection connection = opened) {
			boolean before = connection.getAutoCommit();
			connection.setAutoCommit(autoCommit);
			try {
				return access.apply(connection);
			}
			finally {
				if (!autoCommit) {
					connection.rollback();
				}
				connection.setAutoCommit(before);
			}
		}
	}

	/**
	 * Returns whether the database is read-only, which is an error in the configuration
	 * only at the start: later it may be a failover in progress.
	 */
	private static boolean isReadOnly(SQLException failure) {
		String state = String.valueOf(failure.getSQLState());
		return state.equals("25006") || state.equals("90097");
	}

	/**
	 * Returns whether a table or a privilege is missing. All databases except H2 use the
	 * same class of states.
	 */
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

	@Override
	public void close() {
		this.scheduler.close();
		this.calls.close();
	}

	/**
	 * Access to the marker over a connection.
	 */
	private interface Access {

		String apply(Connection connection) throws SQLException;

	}

}
