/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports, once for each value, that the server keeps sessions for a shorter time than a
 * lease is wanted: leases are then as short.
 */
final class SessionCheck {

	private static final Logger logger = LoggerFactory.getLogger(SessionCheck.class);

	private final AtomicLong wanted = new AtomicLong();

	private final AtomicLong told = new AtomicLong();

	/** A lease is asked for. */
	void wanted(Duration lease) {
		this.wanted.accumulateAndGet(lease.toMillis(), Math::max);
	}

	/** The server keeps the session this long. */
	void negotiated(Duration timeout) {
		long millis = timeout.toMillis();
		if (millis > 0 && millis < this.wanted.get() && this.told.getAndSet(millis) != millis) {
			logger
				.warn("ZooKeeper keeps the session for {} ms, but leader-election.lease-duration is {} ms: leases are "
						+ "as short as the session. Raise the session timeout of the client "
						+ "(leader-election.zookeeper.session-timeout, or that of the application's CuratorFramework) and "
						+ "the server's maxSessionTimeout, or lower leader-election.lease-duration", millis,
						this.wanted.get());
		}
	}

}
