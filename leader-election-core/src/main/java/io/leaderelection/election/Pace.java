/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;

import io.leaderelection.store.GarbageRecordException;

/**
 * When to ask the store again. All values are nanoseconds from now.
 */
final class Pace {

	/** A hold with nothing left of its lease, such as a stopped process's, is polled. */
	private static final long HOLD_POLL = Duration.ofMillis(50).toNanos();

	private static final long LONGEST_EXPIRY_JITTER = Duration.ofMillis(10).toNanos();

	private static final long SHORTEST_RENEW_RETRY = Duration.ofMillis(20).toNanos();

	private static final long FREE_JITTER = Duration.ofMillis(100).toNanos();

	private static final long MILLISECOND = 1_000_000;

	private static final int LARGEST_BACK_OFF = 4;

	private final Entropy entropy;

	private final long retryInterval;

	private final long expiryJitter;

	private final long renewRetry;

	private int failures;

	private int frees;

	Pace(ElectionTiming timing, Entropy entropy) {
		this.entropy = entropy;
		this.retryInterval = timing.retryInterval().toNanos();
		this.expiryJitter = Math.min(LONGEST_EXPIRY_JITTER, timing.lease().toNanos() / 100);
		this.renewRetry = Math.max(SHORTEST_RENEW_RETRY, timing.operationTimeout().toNanos() / 4);
	}

	void answered() {
		this.failures = 0;
	}

	void decided() {
		this.frees = 0;
	}

	/** After <em>held</em>: right when the lease ends, or earlier where no hint will come. */
	long afterHeld(long remaining, boolean hintsExpected) {
		long expiry = (remaining > 0) ? remaining + MILLISECOND + (long) (this.entropy.jitter() * this.expiryJitter)
				: HOLD_POLL;
		return hintsExpected ? expiry : Math.min(expiry, retry());
	}

	/** After <em>free</em>: at once, once; then apart from the others who heard the same. */
	long afterFree() {
		return (this.frees++ == 0) ? 0 : (long) (this.entropy.jitter() * Math.min(FREE_JITTER, this.retryInterval));
	}

	/** After <em>unknown</em>: backing off, and slowly at once if waiting mends nothing. */
	long afterUnknown(Throwable cause) {
		int factor = (cause instanceof GarbageRecordException) ? LARGEST_BACK_OFF
				: Math.min(LARGEST_BACK_OFF, 1 << Math.min(this.failures++, 8));
		return factor * retry() / 2;
	}

	/** After a renewal whose fate is unknown, while the term lasts. */
	long afterUnknownRenewal() {
		return (long) ((0.5 + this.entropy.jitter()) * this.renewRetry);
	}

	long retry() {
		return (long) ((0.8 + 0.4 * this.entropy.jitter()) * this.retryInterval);
	}

}
