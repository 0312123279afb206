/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

/**
 * Reasons to ask the store earlier than time alone would have it.
 */
final class Notices {

	/** Notifications in a flood cause no more than one question in this time. */
	private static final long DISTANCE = Duration.ofMillis(50).toNanos();

	private final boolean push;

	private boolean live;

	/** Any earlier request. */
	private boolean atOnce;

	/** The store notified, and {@link #nextAt} is when that may cause a question. */
	private boolean notified;

	private long nextAt;

	Notices(boolean push) {
		this.push = push;
	}

	/** The store notified that the record may have become free. */
	void notified() {
		this.notified = true;
	}

	/** Notifications can, or cannot, be expected. */
	void live(boolean live) {
		this.live = live;
		this.atOnce |= live;
	}

	boolean areExpected() {
		return this.push && this.live;
	}

	void askAtOnce() {
		this.atOnce = true;
	}

	void forget() {
		this.atOnce = false;
		this.notified = false;
	}

	/** Whether to ask now, which settles all of them. */
	boolean take(long at) {
		if (!this.atOnce && !(this.notified && at >= this.nextAt)) {
			return false;
		}
		this.nextAt = this.notified ? at + DISTANCE : this.nextAt;
		forget();
		return true;
	}

	/** When a notification may cause a question, or {@link ElectionProtocol#NEVER}. */
	long due() {
		return this.notified ? this.nextAt : ElectionProtocol.NEVER;
	}

}
