/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.protocol.bid.Distribution;

/**
 * The parts of a schedule of priorities and spread. The defaults are the production
 * rules; a test may replace one by a broken rule to check that this is detected.
 */
public interface DistributionSeams {

	/** The production rules. */
	DistributionSeams PRODUCTION = new DistributionSeams() {
	};

	/**
	 * Creates the distribution of an instance.
	 * @param self its candidate id
	 * @param maxLed the maximum number of elections it prefers to lead
	 * @param spreadDelay how long after its start it begins to bid for an even spread
	 * @return the distribution
	 */
	default Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
		return new Distribution(self, maxLed, spreadDelay);
	}

	/**
	 * Returns the bid that a leader considers as noted.
	 * @param noted the token that is known to be on record
	 * @param wanted the token that this leader wanted to note last, or 0
	 * @return the token of the noted bid
	 */
	default long noted(long noted, long wanted) {
		return noted;
	}

	/**
	 * Returns whether a leader hands over only while no guarded call runs.
	 * @return whether it waits
	 */
	default boolean waitsForWork() {
		return true;
	}

	/**
	 * Returns how long a leader that handed over does not contend.
	 * @param lease the lease duration
	 * @return the duration
	 */
	default Duration away(Duration lease) {
		return Distribution.AWAY;
	}

}
