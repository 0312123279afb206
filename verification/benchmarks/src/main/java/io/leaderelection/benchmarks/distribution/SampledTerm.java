/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

/**
 * A term as the leader observed it. Stamps are nanoseconds of the monotonic clock, which
 * all processes of a machine share.
 *
 * @param instance the number of the leading instance
 * @param election the name of the election
 * @param token the fencing token
 * @param from the first moment at which it certainly led
 * @param until the last moment at which it certainly led, or {@link #OPEN}
 */
record SampledTerm(int instance, String election, long token, long from, long until) {

	/** The end of a term that has not ended. */
	static final long OPEN = Long.MAX_VALUE;

	SampledTerm endedAt(long stamp) {
		return new SampledTerm(this.instance, this.election, this.token, this.from, Math.min(this.until, stamp));
	}

	boolean isOpen() {
		return this.until == OPEN;
	}

}
