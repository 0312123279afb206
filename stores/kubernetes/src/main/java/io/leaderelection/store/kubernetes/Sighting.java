/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.Outcome;

/**
 * A record, and for how long this instance has seen it unchanged, by its own ticker.
 * Nobody who renews it can be seen to stand still for longer than its lifetime.
 *
 * @param record the record
 * @param unchanged for how long, in nanoseconds
 */
record Sighting(LeaseRecord record, long unchanged) {

	boolean isLive() {
		return this.record.keepsOut() && !remaining().isZero();
	}

	Duration remaining() {
		return left(this.record.lifetime());
	}

	/** How long the holder, or the next one, must still wait. */
	Duration notBefore() {
		return left(this.record.notBefore());
	}

	/** The same in milliseconds, to be written. */
	long notBeforeMillis() {
		return TimeUnit.NANOSECONDS.toMillis(notBefore().toNanos() + TimeUnit.MILLISECONDS.toNanos(1) - 1);
	}

	Outcome.Granted granted() {
		return new Outcome.Granted(this.record.token(), Duration.ofMillis(this.record.duration()), notBefore());
	}

	Outcome.Held held() {
		String holder = this.record.isTaken() ? this.record.holder().name() : this.record.candidate();
		Map<String, String> metadata = this.record.isTaken() ? Map.of() : this.record.metadata();
		return new Outcome.Held(holder, Instant.ofEpochMilli(this.record.since()), this.record.token(), remaining(),
				notBefore(), metadata);
	}

	Outcome.Free free() {
		return new Outcome.Free(this.record.token(), this.record.released());
	}

	private Duration left(long millis) {
		return Duration.ofNanos(Math.max(0, TimeUnit.MILLISECONDS.toNanos(millis) - this.unchanged));
	}

}
