/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications of PostgreSQL. Each watch has its own connection, which listens to the
 * channel of its namespace.
 */
final class PostgresNotifications implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(PostgresNotifications.class);

	private static final String CHANNEL = "leader_election_";

	private static final int HASH_DIGITS = 32;

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private final ConnectionSource source;

	private final TimeSystem time;

	private final Scheduler scheduler;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("jdbc");

	private final AtomicBoolean poolReported = new AtomicBoolean();

	PostgresNotifications(ConnectionSource source, TimeSystem time) {
		this.source = source;
		this.time = time;
		this.scheduler = time.scheduler("leader-election-jdbc-timer");
	}

	static String channel(String namespace) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(namespace.getBytes(StandardCharsets.UTF_8));
			return CHANNEL + HexFormat.of().formatHex(hash).substring(0, HASH_DIGITS);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The Java runtime does not support SHA-256", ex);
		}
	}

	LeaseStore.Watch watch(String namespace, LeaseStore.NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch(this.source.name(), listener, this.scheduler, LONGEST_PAUSE),
				(watch) -> watch.start(new PostgresListener(watch, this.source, channel(namespace),
						this.time.workers("leader-election-jdbc-listen", 1), this::reportPool)));
	}

	private void reportPool() {
		if (this.poolReported.compareAndSet(false, true)) {
			logger.warn(
					"A proxy between leader election and {} pools transactions, so no notifications arrive: a "
							+ "handover takes up to leader-election.retry-interval. For faster handovers set "
							+ "leader-election.jdbc.url to the server itself, or to a pool in session mode",
					this.source.name());
		}
	}

	@Override
	public void close() {
		this.watches.close(this.scheduler::close);
	}

}
