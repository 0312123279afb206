/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import io.leaderelection.protocol.ElectionProtocol;

/**
 * Keeps an instance that gave an election up by itself from bidding for it, until another
 * instance has led for some time.
 */
final class Restraint {

	private final BackOff backOff;

	/** How often in a row, each time within an hour of the last. */
	private int times;

	private long lastAt;

	private boolean waits;

	Restraint(BackOff backOff) {
		this.backOff = backOff;
	}

	void gaveUp(long at) {
		this.times = (this.times > 0 && at - this.lastAt < BackOff.LONGEST) ? this.times + 1 : 1;
		this.lastAt = at;
		this.waits = true;
	}

	/**
	 * Ends the wait if this instance leads again, or another one has led for long enough.
	 */
	void see(boolean leads, long otherSince, long at) {
		this.waits = this.waits && !leads && !hasLed(otherSince, at);
	}

	private boolean hasLed(long otherSince, long at) {
		return otherSince != ElectionProtocol.NEVER && at - otherSince >= this.backOff.after(this.times - 1);
	}

	boolean waits() {
		return this.waits;
	}

}
