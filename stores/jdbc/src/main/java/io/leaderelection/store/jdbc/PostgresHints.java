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
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints of PostgreSQL: a connection of its own that listens to one channel for each
 * namespace watched, on a thread of its own. It connects again when it was lost, and asks
 * now and then whether it still is heard. Behind a pool of transactions it never listens:
 * a notification goes to the session that listens, which serves other clients by then.
 */
final class PostgresHints implements Hints {

	private static final Logger logger = LoggerFactory.getLogger(PostgresHints.class);

	private static final String CHANNEL = "leader_election_";

	private static final int HASH_DIGITS = 32;

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final long SHORTEST_PAUSE = Duration.ofMillis(500).toNanos();

	private static final long LONGEST_PAUSE = Duration.ofMillis(1500).toNanos();

	/** How often a new subscription is looked for while nothing arrives. */
	private static final int SLICE_MILLIS = 1000;

	private static final int SLICES_PER_CHECK = 5;

	/** Neither the driver nor a proxy is likely to be replaced meanwhile. */
	private static final long PAUSE_WITHOUT_NOTIFICATIONS = Duration.ofMinutes(1).toNanos();

	private final ConnectionSource source;

	private final LongSupplier pause;

	private final WorkerPool thread;

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private boolean running;

	/** Of the listening thread alone, as is what follows. */
	private boolean withoutNotifications;

	private boolean poolReported;

	private volatile boolean closed;

	private volatile @Nullable Connection listening;

	PostgresHints(ConnectionSource source, TimeSystem time) {
		this(source, time, PostgresHints::jitteredPause);
	}

	/**
	 * Makes hints with other pauses.
	 * @param source opens the connection
	 * @param time runs the thread
	 * @param pause draws how long to wait before connecting again, in nanoseconds
	 */
	PostgresHints(ConnectionSource source, TimeSystem time, LongSupplier pause) {
		this.source = source;
		this.pause = pause;
		this.thread = time.workers("leader-election-jdbc-listen", 1);
	}

	/** Processes that lost a server at the same moment must not come back together. */
	static long jitteredPause() {
		return ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE, LONGEST_PAUSE);
	}

	static String channel(String namespace) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(namespace.getBytes(StandardCharsets.UTF_8));
			return CHANNEL + HexFormat.of().formatHex(hash).substring(0, HASH_DIGITS);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform knows SHA-256", ex);
		}
	}

	@Override
	public LeaseStore.Watch watch(String namespace, LeaseStore.HintListener listener) {
		Subscription subscription = new Subscription(channel(namespace), listener);
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The jdbc store is closed");
			}
			this.subscriptions.add(subscription);
			if (!this.running) {
				start(subscription);
			}
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
		return () -> {
			this.subscriptions.remove(subscription);
			subscription.end();
		};
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
		this.thread.close();
		Connection connection = this.listening;
		if (connection != null) {
			abort(connection);
		}
	}

	/** Leaves nothing behind if there is no thread to be had. */
	private void start(Subscription first) {
		boolean started = false;
		try {
			this.thread.execute(this::listen);
			started = true;
		}
		finally {
			this.running = started;
			if (!started) {
				this.subscriptions.remove(first);
			}
		}
	}

	private void listen() {
		for (boolean again = false; hasWork(); again = true) {
			try {
				if (again) {
					pause();
				}
				connect();
			}
			catch (Throwable ex) {
				// Of a listener or the driver, too: without this thread nobody would tell
				// the watches that nothing arrives any more
				report(ex);
			}
		}
	}

	private void connect() throws SQLException {
		this.withoutNotifications = false;
		try (Connection connection = this.source.open(TIMEOUT)) {
			this.listening = connection;
			SessionSettings.setNetworkTimeout(connection, (int) TIMEOUT.toMillis());
			connection.setAutoCommit(true);
			PGConnection notifications = PostgresSession.driver(connection);
			boolean pooled = PostgresSession.of(connection).isPooled(connection, this.source, TIMEOUT);
			this.withoutNotifications = pooled || notifications == null;
			if (notifications != null && !pooled) {
				listenOn(connection, notifications);
			}
			else if (!pooled) {
				logger.debug("The driver of {} gives no notifications", this.source.name());
			}
			else if (!this.poolReported) {
				this.poolReported = true;
				logger.warn("Between leader election and {} stands a proxy that pools transactions, through which no "
						+ "notification arrives: a handover takes up to leader-election.retry-interval. For a faster "
						+ "one set leader-election.jdbc.url to the server itself, or to a pool in session mode",
						this.source.name());
			}
		}
		finally {
			this.listening = null;
			this.subscriptions.forEach(this::interrupted);
		}
	}

	/** Tells one listener; what it throws does not affect the others. */
	private void interrupted(Subscription subscription) {
		try {
			subscription.setLive(false);
		}
		catch (Throwable ex) {
			report(ex);
		}
	}

	private void report(Throwable failure) {
		if (this.closed) {
			return;
		}
		try {
			logger.debug("Notifications of {} are interrupted; expired leases are still seen", this.source.name(),
					failure);
		}
		catch (Throwable ex) {
			// Where the log itself fails there is nobody left to report to
		}
	}

	private void listenOn(Connection connection, PGConnection notifications) throws SQLException {
		Set<String> channels = new HashSet<>();
		for (int slice = 0; !this.closed && !this.subscriptions.isEmpty(); slice++) {
			try (Statement statement = connection.createStatement()) {
				for (Subscription subscription : this.subscriptions) {
					if (channels.add(subscription.channel)) {
						statement.execute("listen " + subscription.channel);
					}
					subscription.setLive(true);
				}
				if (slice % SLICES_PER_CHECK == SLICES_PER_CHECK - 1) {
					statement.execute("select 1");
				}
			}
			PGNotification[] arrived = notifications.getNotifications(SLICE_MILLIS);
			if (arrived != null) {
				for (PGNotification notification : arrived) {
					deliver(notification);
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
		for (Subscription subscription : this.subscriptions) {
			if (subscription.channel.equals(notification.getName())) {
				subscription.listener.hint(election);
			}
		}
	}

	private boolean hasWork() {
		this.lock.lock();
		try {
			this.running = !this.closed && !this.subscriptions.isEmpty();
			return this.running;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void pause() {
		this.lock.lock();
		try {
			long left = this.withoutNotifications ? PAUSE_WITHOUT_NOTIFICATIONS : this.pause.getAsLong();
			while (left > 0 && !this.closed && !this.subscriptions.isEmpty()) {
				left = this.changed.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			// Not restored: the thread has no other work, and would never pause again
			logger.debug("The pause before hints are subscribed to again was interrupted");
		}
		finally {
			this.lock.unlock();
		}
	}

	private void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			logger.debug("The listening connection to {} cannot be aborted", this.source.name(), ex);
		}
	}

	private static final class Subscription {

		private final String channel;

		private final LeaseStore.HintListener listener;

		private boolean live;

		private boolean ended;

		Subscription(String channel, LeaseStore.HintListener listener) {
			this.channel = channel;
			this.listener = listener;
		}

		synchronized void setLive(boolean live) {
			if (this.live != live && !this.ended) {
				this.live = live;
				this.listener.live(live);
			}
		}

		synchronized void end() {
			this.ended = true;
		}

	}

}
