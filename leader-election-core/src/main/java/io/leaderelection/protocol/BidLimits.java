/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

/**
 * The limits of the bids of an instance, over all its elections.
 *
 * @param maxLed the maximum number of elections that the instance prefers to lead, or
 * {@link #UNLIMITED}
 * @param spreadDelay how long after its start the instance begins to bid for an even
 * spread
 */
public record BidLimits(int maxLed, Duration spreadDelay) {

	/** No limit to the number of elections that an instance prefers to lead. */
	public static final int UNLIMITED = Integer.MAX_VALUE;

	/** No limit of the number, and no delay. */
	public static final BidLimits NONE = new BidLimits(UNLIMITED, Duration.ZERO);

	public BidLimits {
		if (maxLed < 1) {
			throw new IllegalArgumentException("max-led is " + maxLed + ". Use 1 or more");
		}
		if (spreadDelay.isNegative()) {
			throw new IllegalArgumentException(
					"spread-delay is " + spreadDelay + ". Use a duration of zero or more, such as 30s");
		}
	}

}
