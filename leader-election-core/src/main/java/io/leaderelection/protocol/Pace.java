/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

import io.leaderelection.store.GarbageRecordException;

/**
 * When to ask the store again. All values are nanoseconds from now.
 * <p>
 * Moments are rounded to a grid that all elections of a candidate share, so that what
 * they ask travels together; each candidate has a grid of its own, so that candidates do
 * not ask all at once. Polls are rounded down: where no notification will come, the retry
 * interval is the longest that a free record may stay unseen.
 */
final class Pace {

	/**
	 * A record with nothing left of its lease, such as that of a stopped process, is
	 * polled.
	 */
	private static final long HOLD_POLL = Duration.ofMillis(50).toNanos();

	private static final long LARGEST_EXPIRY_GRID = Duration.ofMillis(10).toNanos();

	private static final long SHORTEST_RENEW_RETRY = Duration.ofMillis(20).toNanos();

	private static final long FREE_JITTER = Duration.ofMillis(100).toNanos();

	private static final long SOON = Duration.ofMillis(200).toNanos();

	private static final long MILLISECOND = 1_000_000;

	private static final int LARGEST_BACK_OFF = 4;

	private final Entropy entropy;

	private final long lease;

	private final long retryInterval;

	private final long expiryGrid;

	private final long retryGrid;

	private final long phase;

	private final long renewRetry;

	private int failures;

	private int frees;

	Pace(CandidateProfile profile) {
		ElectionTiming timing = profile.timing();
		this.entropy = profile.entropy();
		this.lease = timing.lease().toNanos();
		this.retryInterval = timing.retryInterval().toNanos();
		this.expiryGrid = Math.min(LARGEST_EXPIRY_GRID, this.lease / 100);
		this.retryGrid = Math.max(1, this.retryInterval / 4);
		// Spread over the longest interval: FNV's prime scatters neighbouring hash codes
		this.phase = (profile.candidate().get().hashCode() * 0x100000001b3L) & Long.MAX_VALUE;
		this.renewRetry = Math.max(SHORTEST_RENEW_RETRY, timing.operationTimeout().toNanos() / 4);
	}

	void answered() {
		this.failures = 0;
	}

	void decided() {
		this.frees = 0;
	}

	/** The next renewal of a term confirmed by a command sent at that ticker reading. */
	long renewal(long sentTicker, long interval) {
		return upTo(sentTicker + 1, interval) + 1;
	}

	/**
	 * After {@code Leased}: right when the lease ends, or earlier where no notification
	 * will come, but always within a lease of one's own: the store's clock may have been
	 * stepped back, and the leader's next renewal repairs what was read.
	 */
	long afterHeld(long ticker, long remaining, boolean notificationsExpected) {
		long expiry = HOLD_POLL;
		if (remaining > 0) {
			long wait = Math.min(remaining, this.lease) + MILLISECOND;
			expiry = Math.min(wait + upTo(ticker + wait, this.expiryGrid), within(ticker, this.lease, this.expiryGrid));
		}
		return notificationsExpected ? expiry : Math.min(expiry, retry(ticker));
	}

	/**
	 * After <em>free</em>: at once, once; then apart from the others who heard the same.
	 */
	long afterFree() {
		return (this.frees++ == 0) ? 0 : (long) (this.entropy.jitter() * Math.min(FREE_JITTER, this.retryInterval));
	}

	/**
	 * After <em>unknown</em>: backing off, and slowly at once if waiting mends nothing.
	 */
	long afterUnknown(long ticker, Throwable cause) {
		int factor = (cause instanceof GarbageRecordException) ? LARGEST_BACK_OFF
				: Math.min(LARGEST_BACK_OFF, 1 << Math.min(this.failures++, 8));
		long wait = (long) (factor * (0.4 + 0.2 * this.entropy.jitter()) * this.retryInterval);
		return wait + upTo(ticker + wait, this.retryGrid);
	}

	/**
	 * After a renewal whose fate is unknown, while the term lasts. On the grid: each
	 * election at a moment of its own would make a store that is down be asked as often
	 * as there are elections.
	 */
	long afterUnknownRenewal(long ticker) {
		long wait = (long) ((0.5 + 0.5 * this.entropy.jitter()) * this.renewRetry);
		return wait + upTo(ticker + wait, this.renewRetry / 2);
	}

	/** The next poll: at the last moment of the grid within the retry interval. */
	long retry(long ticker) {
		return within(ticker, this.retryInterval, this.retryGrid);
	}

	/** When to look who leads next after an own term: it takes the others a moment. */
	long soon() {
		return Math.min(SOON, this.retryInterval / 4);
	}

	/** At the last moment of the grid within an interval. */
	private long within(long ticker, long interval, long grid) {
		return interval - Math.floorMod(ticker + interval - this.phase, grid);
	}

	private long upTo(long ticker, long grid) {
		return Math.floorMod(this.phase - ticker, grid);
	}

}
