/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.time.Ticker;

/**
 * For how long answers have been owed without one coming. A connection into a black hole
 * never fails by itself; it is known by this.
 */
final class Silence {

	private final Ticker ticker;

	private int owed;

	private long since;

	Silence(Ticker ticker) {
		this.ticker = ticker;
	}

	synchronized void asked() {
		if (this.owed++ == 0) {
			this.since = this.ticker.nanos();
		}
	}

	synchronized void answered() {
		this.owed--;
		this.since = this.ticker.nanos();
	}

	synchronized boolean isLongerThan(long nanos) {
		return this.owed > 0 && this.ticker.nanos() - this.since >= nanos;
	}

}
