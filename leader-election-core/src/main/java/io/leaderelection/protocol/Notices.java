/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

/**
 * Reasons to send a command earlier than scheduled.
 */
final class Notices {

	/** The minimum time between two commands caused by notifications. */
	private static final long DISTANCE = Duration.ofMillis(50).toNanos();

	private final boolean push;

	private boolean live;

	/** Whether another reason requires a command at once. */
	private boolean atOnce;

	/** Whether the store has notified; from {@link #nextAt} on, this causes a command. */
	private boolean notified;

	private long nextAt;

	Notices(boolean push) {
		this.push = push;
	}

	/** The store notified that the record may have become free. */
	void notified() {
		this.notified = true;
	}

	/** Notifications can be expected, or not any more. */
	void live(boolean live) {
		this.live = live;
		this.atOnce |= live;
	}

	boolean areExpected() {
		return this.push && this.live;
	}

	void requestAtOnce() {
		this.atOnce = true;
	}

	void forget() {
		this.atOnce = false;
		this.notified = false;
	}

	/** Returns whether to send a command now, and clears all reasons if so. */
	boolean take(long at) {
		if (!this.atOnce && !(this.notified && at >= this.nextAt)) {
			return false;
		}
		this.nextAt = this.notified ? at + DISTANCE : this.nextAt;
		forget();
		return true;
	}

	/**
	 * Returns when a notification causes a command, or {@link ElectionProtocol#NEVER}.
	 */
	long due() {
		return this.notified ? this.nextAt : ElectionProtocol.NEVER;
	}

}
