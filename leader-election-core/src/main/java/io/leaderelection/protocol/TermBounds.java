/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.time.Moment;

/**
 * The validity of a term without another answer of the store, on two clocks. Both are
 * read before the request is sent that the store grants. The store begins to count later,
 * so the lease cannot end earlier there. Counting from before the request is Gray and
 * Cheriton's rule for leases (SOSP 1989); the AWS DynamoDB lock client does the same.
 *
 * @param sentTicker the ticker before sending, in nanoseconds
 * @param sentWall the wall clock before sending, in milliseconds
 * @param length how long the term lasts from then, in nanoseconds: the lease less the
 * safety margin
 * @param tolerance the tolerated difference between the clocks, in nanoseconds
 */
public record TermBounds(long sentTicker, long sentWall, long length, long tolerance) {

	/**
	 * Returns whether the term is valid: it is not over by the ticker, and no clock has
	 * jumped. The wall clock limits the term, too, because the clocks may differ by the
	 * tolerance at most.
	 * @param ticker the ticker now
	 * @param wall the wall clock now
	 * @return whether the term is valid
	 */
	public boolean hold(long ticker, long wall) {
		long elapsed = ticker - this.sentTicker;
		if (elapsed >= this.length) {
			return false;
		}
		long parted = (wall - this.sentWall) * 1_000_000 - elapsed;
		return parted <= this.tolerance && -parted <= this.tolerance;
	}

	boolean over(Moment now) {
		return now.ticker() - this.sentTicker >= this.length;
	}

	boolean parted(Moment now) {
		long parted = (now.wall() - this.sentWall) * 1_000_000 - (now.ticker() - this.sentTicker);
		return parted > this.tolerance || -parted > this.tolerance;
	}

	/** Returns how long the term lasts by the ticker, in nanoseconds. */
	long left(Moment now) {
		return deadline() - now.ticker();
	}

	/** Returns the moment when the term is over, if no clock jumps. */
	Moment end() {
		return new Moment(deadline(), this.sentWall + this.length / 1_000_000);
	}

	/**
	 * Returns the end of the term by the ticker.
	 * @return a ticker reading in nanoseconds
	 */
	public long deadline() {
		return this.sentTicker + this.length;
	}

}
