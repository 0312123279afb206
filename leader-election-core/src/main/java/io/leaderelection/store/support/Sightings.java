/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

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
	synchronized Sighting see(ElectionKey key, Stored stored) {
		long now = this.ticker.nanos();
		Change change = this.changes.get(key);
		if (change == null || !change.isShownBy(stored)) {
			this.changes.put(key, new Change(stored.record(), entered(stored), now));
			return new Sighting(stored, Duration.ZERO);
		}
		return new Sighting(stored, Duration.ofNanos(Math.max(0, now - change.seen())));
	}

	private static Stored.@Nullable OtherOwner entered(Stored stored) {
		return stored.hasOtherOwner() ? stored.otherOwner() : null;
	}

	/**
	 * A state of a record, and when it was first seen.
	 */
	private record Change(@Nullable TermRecord record, Stored.@Nullable OtherOwner otherOwner, long seen) {

		/**
		 * Returns whether the same term is stored, so that none was written in between.
		 */
		boolean isShownBy(Stored stored) {
			return Objects.equals(this.record, stored.record()) && Objects.equals(this.otherOwner, entered(stored));
		}

	}

}
