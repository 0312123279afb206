/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.time.Ticker;

/**
 * How long ago the state of a blob was written, from all this candidate knows: the
 * service's clock, which has whole seconds only, and what it saw itself, on its own
 * ticker. Both are lower bounds, so the larger counts. For any thread.
 */
final class BlobAge {

	private final Ticker ticker;

	private String etag = "";

	private long since;

	BlobAge(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Notes a state of the blob, now that it is known.
	 */
	synchronized void saw(Snapshot snapshot) {
		if (!this.etag.equals(snapshot.etag())) {
			this.etag = snapshot.etag();
			this.since = this.ticker.nanos();
		}
	}

	/**
	 * Returns the least age of a state that was noted before by {@link #saw(Snapshot)}.
	 */
	synchronized Duration of(Snapshot snapshot) {
		long told = Duration.ofMillis(snapshot.now() - snapshot.lastModified()).minus(Snapshot.PRECISION).toNanos();
		long seen = this.etag.equals(snapshot.etag()) ? this.ticker.nanos() - this.since : 0;
		return Duration.ofNanos(Math.max(0, Math.max(told, seen)));
	}

}
