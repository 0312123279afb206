/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.time.Moment;

/**
 * How long a term may be believed without hearing from the store again. Bound to two
 * clocks, both read before the request was sent that the store granted: the store cannot
 * have begun to count earlier, so it cannot end earlier either. Counting from before the
 * request is Gray and Cheriton's rule for leases (SOSP 1989); the AWS DynamoDB lock
 * client does the same.
 *
 * @param sentTicker the ticker before sending, in nanoseconds
 * @param sentWall the wall clock before sending, in milliseconds
 * @param length how long the term lasts from then, in nanoseconds: the lease less the
 * safety margin
 * @param tolerance how far the clocks may part, in nanoseconds
 */
public record TermBounds(long sentTicker, long sentWall, long length, long tolerance) {

	/**
	 * Whether the term is valid: neither is it over by the ticker, nor have the clocks
	 * parted. The wall clock bounds the term too, because the clocks may differ by the
	 * tolerance at most.
	 * @param ticker the ticker now
	 * @param wall the wall clock now
	 * @return whether the term may be believed
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

	/** The moment the term is over, if the clocks keep together. */
	Moment end() {
		return new Moment(deadline(), this.sentWall + this.length / 1_000_000);
	}

	/**
	 * The end of the term by the ticker.
	 * @return a ticker reading in nanoseconds
	 */
	public long deadline() {
		return this.sentTicker + this.length;
	}

}
