/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

import io.leaderelection.store.GarbageRecordException;

/**
 * Computes when to send the next command. All values are nanoseconds from now.
 * <p>
 * Moments are rounded to a grid that all elections of a candidate share, so that their
 * commands are sent together. Each candidate has its own grid, so that not all candidates
 * send at once. Polls are rounded down: without notifications, a free record must be
 * found within the retry interval.
 */
final class Pace {

	/**
	 * Polling interval for a record that is leased but has no time left, such as that of
	 * a stopped process.
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
		// The prime of FNV spreads similar hash codes over the longest interval
		this.phase = (profile.candidate().get().hashCode() * 0x100000001b3L) & Long.MAX_VALUE;
		this.renewRetry = Math.max(SHORTEST_RENEW_RETRY, timing.operationTimeout().toNanos() / 4);
	}

	void answered() {
		this.failures = 0;
	}

	void decided() {
		this.frees = 0;
	}

	/**
	 * Returns the time of the next renewal of a term, given when the command that
	 * confirmed it was sent.
	 */
	long renewal(long sentTicker, long interval) {
		return upTo(sentTicker + 1, interval) + 1;
	}

	/**
	 * After {@code Leased}: when the lease ends, or earlier without notifications, but
	 * always within an own lease. The store's clock may have been set back; then the
	 * answer is wrong until the leader's next renewal.
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
	 * After <em>free</em>: at once the first time, then after a random time, because
	 * other candidates got the same answer.
	 */
	long afterFree() {
		return (this.frees++ == 0) ? 0 : (long) (this.entropy.jitter() * Math.min(FREE_JITTER, this.retryInterval));
	}

	/**
	 * After <em>unknown</em>: with back-off, which starts with the longest wait if time
	 * cannot repair the cause.
	 */
	long afterUnknown(long ticker, Throwable cause) {
		int factor = (cause instanceof GarbageRecordException) ? LARGEST_BACK_OFF
				: Math.min(LARGEST_BACK_OFF, 1 << Math.min(this.failures++, 8));
		long wait = (long) (factor * (0.4 + 0.2 * this.entropy.jitter()) * this.retryInterval);
		return wait + upTo(ticker + wait, this.retryGrid);
	}

	/**
	 * After a renewal without an answer, while the term lasts. On the grid: otherwise a
	 * store that is unavailable would get a request per election.
	 */
	long afterUnknownRenewal(long ticker) {
		long wait = (long) ((0.5 + 0.5 * this.entropy.jitter()) * this.renewRetry);
		return wait + upTo(ticker + wait, this.renewRetry / 2);
	}

	/**
	 * Returns the time of the next poll: the last moment of the grid within the retry
	 * interval.
	 */
	long retry(long ticker) {
		return within(ticker, this.retryInterval, this.retryGrid);
	}

	/**
	 * Returns when to observe the next leader after an own term: the others need a
	 * moment.
	 */
	long soon() {
		return Math.min(SOON, this.retryInterval / 4);
	}

	/** Returns the last moment of the grid within an interval. */
	private long within(long ticker, long interval, long grid) {
		return interval - Math.floorMod(ticker + interval - this.phase, grid);
	}

	private long upTo(long ticker, long grid) {
		return Math.floorMod(this.phase - ticker, grid);
	}

}
