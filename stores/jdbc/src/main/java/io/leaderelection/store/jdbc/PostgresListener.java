/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;

import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the notifications of one channel on its own connection and thread, and checks
 * regularly that the connection is alive. Behind a proxy that pools transactions it does
 * not listen: the server sends notifications to the session that executed LISTEN, which
 * then serves other clients.
 */
final class PostgresListener implements ReconnectingWatch.Source {

	private static final Logger logger = LoggerFactory.getLogger(PostgresListener.class);

	private static final String CHANNEL = "leader_election_";

	private static final int HASH_DIGITS = 32;

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	/**
	 * How long one wait for notifications blocks the thread.
	 */
	private static final int SLICE_MILLIS = 1000;

	private static final int SLICES_PER_CHECK = 5;

	/** The number of PostgreSQL 14, as the server gives it. */
	private static final int FIRST_WITH_IDLE_TIMEOUT = 140_000;

	/**
	 * How many checks to skip before connecting again once notifications are known to be
	 * impossible. A minute, because the driver or a proxy is rarely replaced.
	 */
	private static final long LOOKS_WITHOUT_NOTIFICATIONS = Duration.ofMinutes(1)
		.dividedBy(ReconnectingWatch.LOOK_INTERVAL);

	private final ReconnectingWatch watch;

	private final ConnectionSource source;

	private final String channel;

	private final WorkerPool thread;

	private volatile @Nullable Connection listening;

	/** Used only by the thread. */
	private boolean poolReported;

	/** Checks skipped since notifications were found to be impossible, or -1. */
	private int looks = -1;

	/**
	 * Creates the listener.
	 * @param watch receives the notifications
	 * @param source opens the connection
	 * @param namespace the namespace, which has its own channel
	 * @param time supplies the thread that waits for notifications
	 */
	PostgresListener(ReconnectingWatch watch, ConnectionSource source, String namespace, TimeSystem time) {
		this.watch = watch;
		this.source = source;
		this.channel = channel(namespace);
		this.thread = time.workers("leader-election-jdbc-listen", 1);
	}

	private static String channel(String namespace) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(namespace.getBytes(StandardCharsets.UTF_8));
			return CHANNEL + HexFormat.of().formatHex(hash).substring(0, HASH_DIGITS);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The Java runtime does not support SHA-256", ex);
		}
	}

	@Override
	public void begin() {
		long attempt = this.watch.attempt();
		this.looks = -1;
		this.thread.execute(() -> listen(attempt));
	}

	private void listen(long attempt) {
		try (Connection connection = this.source.open(TIMEOUT)) {
			this.listening = connection;
			WorkSession.setNetworkTimeout(connection, (int) TIMEOUT.toMillis());
			connection.setAutoCommit(true);
			PGConnection notifications = PostgresSession.driver(connection);
			PostgresSession session = PostgresSession.of(connection);
			if (session.isPooled(connection, this.source, TIMEOUT)) {
				reportPool();
				step(attempt, () -> this.looks = 0);
			}
			else if (notifications == null) {
				logger.debug("The driver of {} gives no notifications", this.source.name());
				step(attempt, () -> this.looks = 0);
			}
			else {
				listenOn(attempt, connection, notifications, session.version());
			}
		}
		catch (Throwable ex) {
			// Includes errors of the driver, which would otherwise end notifications
			// unnoticed
			step(attempt, () -> this.watch.lost(ex));
		}
		finally {
			this.listening = null;
		}
	}

	private void reportPool() {
		if (!this.poolReported) {
			this.poolReported = true;
			logger.warn(
					"A proxy between leader election and {} pools transactions, so no notifications arrive: a "
							+ "handover takes up to leader-election.retry-interval. For faster handovers set "
							+ "leader-election.jdbc.url to the server itself, or to a pool in session mode",
					this.source.name());
		}
	}

	private void listenOn(long attempt, Connection connection, PGConnection notifications, int version)
			throws SQLException {
		try (Statement statement = connection.createStatement()) {
			if (version >= FIRST_WITH_IDLE_TIMEOUT) {
				// It is idle most of the time
				statement.execute("set idle_session_timeout = 0");
			}
			statement.execute("listen " + this.channel);
			step(attempt, this.watch::confirmed);
			for (int slice = 1; !this.watch.isClosed(); slice++) {
				PGNotification[] arrived = notifications.getNotifications(SLICE_MILLIS);
				if (arrived != null) {
					for (PGNotification notification : arrived) {
						deliver(notification);
					}
				}
				if (slice % SLICES_PER_CHECK == 0) {
					statement.execute("select 1");
				}
			}
		}
	}

	private void deliver(PGNotification notification) {
		String election;
		try {
			election = new String(HexFormat.of().parseHex(notification.getParameter()), StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			logger.debug("A notification on {} is not understood", notification.getName());
			return;
		}
		this.watch.notified(election);
	}

	/** Runs a step on the watch's thread, unless the attempt is over by then. */
	private void step(long attempt, Runnable step) {
		this.watch.execute(() -> {
			if (attempt == this.watch.attempt()) {
				step.run();
			}
		});
	}

	@Override
	public void check() {
		if (this.looks >= 0 && ++this.looks >= LOOKS_WITHOUT_NOTIFICATIONS) {
			this.watch.lost(null);
		}
	}

	@Override
	public void leave() {
		Connection connection = this.listening;
		if (connection != null) {
			try {
				connection.abort(Runnable::run);
			}
			catch (SQLException ex) {
				logger.debug("The listening connection to {} cannot be aborted", this.source.name(), ex);
			}
		}
	}

	@Override
	public void close() {
		this.thread.close();
		leave();
	}

	/**
	 * Returns {@code null}, because this needs no warning: candidates still detect
	 * expired leases, and calls report a database that is down.
	 */
	@Override
	public @Nullable String describe(Throwable failure) {
		logger.debug("Notifications of {} are interrupted; expired leases are still seen", this.source.name(), failure);
		return null;
	}

}
