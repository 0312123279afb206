/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.protocol.bid.Distribution;

/**
 * The parts of a schedule of priorities and spread. The defaults are the production
 * rules; a test may put something broken there to see that it is noticed.
 */
public interface DistributionSeams {

	/** The production rules. */
	DistributionSeams PRODUCTION = new DistributionSeams() {
	};

	/**
	 * Creates the distribution of an instance.
	 * @param self its candidate id
	 * @param maxLed the most elections it would like to lead
	 * @param spreadDelay how long after its start it bids for an even spread
	 * @return the distribution
	 */
	default Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
		return new Distribution(self, maxLed, spreadDelay);
	}

	/**
	 * Which bid a leader takes for noted.
	 * @param noted the token that the record is known to have
	 * @param wanted the token that this leader wanted to note last, or 0
	 * @return the token that it goes by
	 */
	default long noted(long noted, long wanted) {
		return noted;
	}

	/**
	 * Whether a leader hands over only while no guarded call runs.
	 * @return whether it waits
	 */
	default boolean waitsForWork() {
		return true;
	}

	/**
	 * How long a leader that handed over leaves the election alone.
	 * @param lease the lease duration
	 * @return the duration
	 */
	default Duration away(Duration lease) {
		return Distribution.AWAY;
	}

}
