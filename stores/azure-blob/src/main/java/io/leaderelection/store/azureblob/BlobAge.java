/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.time.Ticker;

/**
 * Measures how long ago the state of a blob was written. It uses the service's clock,
 * which has whole seconds, and this candidate's ticker from when it first saw the state.
 * Both are lower bounds, so the larger one counts. Thread-safe.
 */
final class BlobAge {

	private final Ticker ticker;

	private String etag = "";

	private long since;

	BlobAge(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Records a state of the blob as just seen.
	 */
	synchronized void saw(Snapshot snapshot) {
		if (!this.etag.equals(snapshot.etag())) {
			this.etag = snapshot.etag();
			this.since = this.ticker.nanos();
		}
	}

	/**
	 * Returns the minimum age of a state recorded by {@link #saw(Snapshot)}.
	 */
	synchronized Duration of(Snapshot snapshot) {
		long reported = Duration.ofMillis(snapshot.now() - snapshot.lastModified()).minus(Snapshot.PRECISION).toNanos();
		long seen = this.etag.equals(snapshot.etag()) ? this.ticker.nanos() - this.since : 0;
		return Duration.ofNanos(Math.max(0, Math.max(reported, seen)));
	}

}
