/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.Ticker;

/**
 * Records when this instance saw each record change, by its own ticker. Neither wall
 * clocks nor the clocks of other instances are used. Answers that arrive out of order
 * make a record seem younger, never older. Thread-safe.
 */
final class Sightings {

	/**
	 * Limits the entries. The least recently used ones are removed, and then count from
	 * the next answer.
	 */
	private static final int MAX_SIZE = 10_000;

	private final Ticker ticker;

	private final Map<ElectionKey, Change> changes = new LinkedHashMap<>(16, 0.75f, true) {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<ElectionKey, Change> eldest) {
			return size() > MAX_SIZE;
		}

	};

	Sightings(Ticker ticker) {
		this.ticker = ticker;
	}

	/** Records an answer that has just arrived. */
	synchronized Sighting see(ElectionKey key, LeaseRecord record) {
		long now = this.ticker.nanos();
		Change change = this.changes.get(key);
		if (change == null || !change.record().isSameAs(record)) {
			this.changes.put(key, new Change(record, now));
			return new Sighting(record, Duration.ZERO);
		}
		return new Sighting(record, Duration.ofNanos(Math.max(0, now - change.seen())));
	}

	/**
	 * A record, and when it was first seen.
	 */
	private record Change(LeaseRecord record, long seen) {

	}

}
