/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.time.Ticker;

/**
 * Measures how long no answer has arrived while commands are pending. This detects
 * connections whose packets are dropped, which otherwise never fail. Time in which no
 * command is pending does not count. Thread-safe.
 */
final class Silence {

	private final Ticker ticker;

	private int pending;

	private long since;

	Silence(Ticker ticker) {
		this.ticker = ticker;
	}

	synchronized void sent() {
		if (this.pending++ == 0) {
			this.since = this.ticker.nanos();
		}
	}

	synchronized void answered() {
		this.pending--;
		this.since = this.ticker.nanos();
	}

	synchronized boolean isLongerThan(long nanos) {
		return this.pending > 0 && this.ticker.nanos() - this.since >= nanos;
	}

}
