/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An instance's preference to lead an election.
 *
 * @param priority higher is preferred; instances of equal priority never preempt each
 * other
 * @param spread whether the elections with this flag are spread evenly over instances of
 * equal priority
 * @param preemptAfter how long an instance must have contended before it bids; zero or
 * more
 */
public record Preference(int priority, boolean spread, Duration preemptAfter) {

	/** The key of the priority in the metadata of leaders and bidders. */
	public static final String PRIORITY = "priority";

	/** The key of the largest number of elections in the metadata. */
	public static final String MAX_LED = "max-led";

	public Preference {
		if (preemptAfter.isNegative()) {
			throw new IllegalArgumentException(
					"preempt-after is " + preemptAfter + ". Use a duration of zero or more, such as 15s");
		}
	}

	/**
	 * Adds the preference to the metadata of an instance, for other instances.
	 * @param metadata the metadata without the preference
	 * @param maxLed the maximum number of elections that the instance prefers to lead, or
	 * {@link BidLimits#UNLIMITED}
	 * @return the metadata with the preference
	 */
	public Map<String, String> in(Map<String, String> metadata, int maxLed) {
		Map<String, String> all = new HashMap<>(metadata);
		all.put(PRIORITY, Integer.toString(this.priority));
		if (maxLed != BidLimits.UNLIMITED) {
			all.put(MAX_LED, Integer.toString(maxLed));
		}
		return all;
	}

	/**
	 * Reads a number from the metadata of another instance.
	 * @param metadata the metadata
	 * @param key the key
	 * @param absent the number to return if the key is absent
	 * @return the number, or {@code null} if the value is not a number
	 */
	public static @Nullable Integer number(Map<String, String> metadata, String key, int absent) {
		String text = metadata.get(key);
		try {
			return (text != null) ? Integer.valueOf(text) : Integer.valueOf(absent);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
