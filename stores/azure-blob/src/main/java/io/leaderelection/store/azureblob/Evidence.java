/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * How long a former leader of an election can still believe, from all this candidate
 * knows: the service's clock, which tells whole seconds only, and what it saw itself, on
 * its own ticker. Both are upper bounds, so the smaller counts. For any thread.
 */
final class Evidence {

	/** Longer than any not-before that was meant. */
	private static final long LONGEST = AzureBlobLeaseStoreFactory.LONGEST_LEASE
		.plus(Snapshot.PRECISION.multipliedBy(2))
		.toMillis();

	private final Ticker ticker;

	private @Nullable Sighting<String> state;

	private @Nullable Sighting<Long> notBefore;

	Evidence(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Notes a state of the blob, now that it is known.
	 */
	synchronized void saw(Snapshot snapshot) {
		if (this.state == null || !this.state.what().equals(snapshot.etag())) {
			this.state = new Sighting<>(snapshot.etag(), this.ticker.nanos(), 0);
		}
	}

	/**
	 * How long the term in the record can last or be believed, were its lease removed:
	 * its duration, counted from the last change of the record.
	 * @param snapshot noted before by {@link #saw(Snapshot)}
	 * @return milliseconds, not negative
	 */
	synchronized long believed(Snapshot snapshot) {
		LeaseRecord record = snapshot.record();
		if (record == null || record.released()) {
			return 0;
		}
		long duration = record.duration().toMillis();
		long left = Math.min(duration, snapshot.latestEnd(record) - snapshot.now());
		Sighting<String> state = this.state;
		if (state != null && state.what().equals(snapshot.etag())) {
			left = Math.min(left, duration - millisSince(state));
		}
		return Math.max(0, left);
	}

	/**
	 * How long until an instant before which nobody may lead.
	 * @param instant milliseconds of the service's clock
	 * @param now the service's clock
	 * @return the time left
	 */
	synchronized Duration untilNotBefore(long instant, long now) {
		long left = Math.max(0, Math.min(LONGEST, instant - now));
		Sighting<Long> sighting = this.notBefore;
		if (sighting == null || sighting.what() != instant) {
			sighting = new Sighting<>(instant, this.ticker.nanos(), left);
			this.notBefore = sighting;
		}
		return Duration.ofMillis(Math.max(0, Math.min(left, sighting.left() - millisSince(sighting))));
	}

	private long millisSince(Sighting<?> sighting) {
		return TimeUnit.NANOSECONDS.toMillis(this.ticker.nanos() - sighting.nanos());
	}

	/**
	 * The first look at something.
	 */
	private record Sighting<T>(T what, long nanos, long left) {

	}

}
