/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a session whose client has lost its sending thread, as it does in a full heap: the
 * client calls itself connected and sends nothing any more. A healthy client drops a
 * connection over which it hears nothing for two thirds of the session timeout.
 */
final class SenderCheck {

	private static final Logger logger = LoggerFactory.getLogger(SenderCheck.class);

	private @Nullable ZooKeeper zooKeeper;

	/** When it was last heard over the session, by the ticker, in nanoseconds. */
	private long heardAt;

	/**
	 * A call was answered.
	 * @param zooKeeper the session
	 * @param now the ticker
	 */
	synchronized void heard(ZooKeeper zooKeeper, long now) {
		this.zooKeeper = zooKeeper;
		this.heardAt = now;
	}

	/**
	 * A call was not answered in time.
	 * @param zooKeeper the session
	 * @param begun the ticker when the call began
	 * @param now the ticker
	 * @param timeout how long the call was to take; one that took much longer says that
	 * this process stood still
	 */
	void missed(ZooKeeper zooKeeper, long begun, long now, Duration timeout) {
		boolean ran = now - begun < timeout.multipliedBy(2).toNanos();
		if (ran && zooKeeper.getState().isConnected() && isSilent(zooKeeper, begun)) {
			logger.warn("ZooKeeper's client is connected and was not heard for the session timeout of {} ms: its "
					+ "sending thread has ended, as it does in a full heap. The session is ended, and another begins",
					zooKeeper.getSessionTimeout());
			zooKeeper.getTestable().injectSessionExpiration();
		}
	}

	private synchronized boolean isSilent(ZooKeeper zooKeeper, long begun) {
		if (!zooKeeper.equals(this.zooKeeper)) {
			this.zooKeeper = zooKeeper;
			this.heardAt = begun;
		}
		return begun - this.heardAt > Duration.ofMillis(zooKeeper.getSessionTimeout()).toNanos();
	}

}
