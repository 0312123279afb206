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
 * Ends a session whose client has lost its sending thread, for example after an
 * {@code OutOfMemoryError}. Such a client reports that it is connected, but sends nothing
 * any more. A healthy client closes a connection without any answer for two thirds of the
 * session timeout.
 */
final class SenderCheck {

	private static final Logger logger = LoggerFactory.getLogger(SenderCheck.class);

	private @Nullable ZooKeeper zooKeeper;

	/** The ticker value, in nanoseconds, of the last answer over the session. */
	private long answeredAt;

	/** The session that was ended last. */
	private @Nullable ZooKeeper ended;

	/**
	 * Records that a call was answered.
	 * @param zooKeeper the session
	 * @param now the ticker value, in nanoseconds
	 */
	synchronized void answered(ZooKeeper zooKeeper, long now) {
		this.zooKeeper = zooKeeper;
		this.answeredAt = now;
	}

	/**
	 * Records that a call was not answered in time, and ends the session if its sending
	 * thread has ended.
	 * @param zooKeeper the session
	 * @param startedAt the ticker value when the call started, in nanoseconds
	 * @param now the ticker value, in nanoseconds
	 * @param timeout the timeout of the call; a call that took much longer shows that
	 * this process was paused
	 */
	void unanswered(ZooKeeper zooKeeper, long startedAt, long now, Duration timeout) {
		boolean ran = now - startedAt < timeout.multipliedBy(2).toNanos();
		if (ran && zooKeeper.getState().isConnected() && isSilent(zooKeeper, startedAt) && isFirstToEnd(zooKeeper)) {
			logger.warn("The ZooKeeper client is connected, but got no answer for the session timeout of {} ms: its "
					+ "sending thread has ended, as after an OutOfMemoryError. The session is closed and replaced",
					zooKeeper.getSessionTimeout());
			zooKeeper.getTestable().injectSessionExpiration();
		}
	}

	private synchronized boolean isSilent(ZooKeeper zooKeeper, long startedAt) {
		if (!zooKeeper.equals(this.zooKeeper)) {
			this.zooKeeper = zooKeeper;
			this.answeredAt = startedAt;
		}
		return startedAt - this.answeredAt > Duration.ofMillis(zooKeeper.getSessionTimeout()).toNanos();
	}

	/**
	 * Returns whether no other call has ended the session. If two end it at the same
	 * time, the client may lose the event that creates the next one.
	 */
	private synchronized boolean isFirstToEnd(ZooKeeper zooKeeper) {
		boolean first = !zooKeeper.equals(this.ended);
		this.ended = zooKeeper;
		return first;
	}

}
