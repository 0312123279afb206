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
 * Logs a warning if the server's session timeout is shorter than a requested lease,
 * because leases are then limited to it. Warns once for each session timeout.
 */
final class SessionCheck {

	private static final Logger logger = LoggerFactory.getLogger(SessionCheck.class);

	private final AtomicLong requested = new AtomicLong();

	private final AtomicLong reported = new AtomicLong();

	/** Records a requested lease duration. */
	void requested(Duration lease) {
		this.requested.accumulateAndGet(lease.toMillis(), Math::max);
	}

	/** Checks the session timeout that the server granted. */
	void negotiated(Duration timeout) {
		long millis = timeout.toMillis();
		if (millis > 0 && millis < this.requested.get() && this.reported.getAndSet(millis) != millis) {
			logger
				.warn("ZooKeeper keeps the session for {} ms, but leader-election.lease-duration is {} ms: leases are "
						+ "as short as the session. Raise the session timeout of the client "
						+ "(leader-election.zookeeper.session-timeout, or that of the application's "
						+ "CuratorFramework) and the server's maxSessionTimeout, or lower "
						+ "leader-election.lease-duration", millis, this.requested.get());
		}
	}

}
