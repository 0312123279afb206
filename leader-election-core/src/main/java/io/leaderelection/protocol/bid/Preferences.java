/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol.bid;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The preferences of an instance.
 *
 * @param source returns the preference for an election by its name, or {@code null}: then
 * the instance neither bids for it nor observes bids of others
 * @param maxLed the maximum number of elections that the instance prefers to lead, or
 * {@link Distribution#UNLIMITED}
 * @param spreadDelay how long after its start the instance begins to bid for an even
 * spread
 */
public record Preferences(Source source, int maxLed, Duration spreadDelay) {

	/** Preferences without a preference for any election. */
	public static final Preferences NONE = new Preferences((election) -> null, Distribution.UNLIMITED, Duration.ZERO);

	public Preferences {
		if (maxLed < 1) {
			throw new IllegalArgumentException("max-led is " + maxLed + ". Use 1 or more");
		}
		if (spreadDelay.isNegative()) {
			throw new IllegalArgumentException(
					"spread-delay is " + spreadDelay + ". Use a duration of zero or more, such as 30s");
		}
	}

	/** Source of the preference for each election. */
	@FunctionalInterface
	public interface Source {

		/**
		 * Returns the preference for an election.
		 * @param election the name of the election
		 * @return the preference, or {@code null} if there is none
		 */
		@Nullable Preference of(String election);

	}

}
