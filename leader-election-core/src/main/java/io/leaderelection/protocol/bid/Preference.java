/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol.bid;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How much an instance would like to lead an election.
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
	 * Adds to the metadata of an instance what others must know of its preference.
	 * @param metadata the metadata without it
	 * @param maxLed the most elections that the instance would like to lead, or
	 * {@link Distribution#UNLIMITED}
	 * @return the metadata with it
	 */
	public Map<String, String> in(Map<String, String> metadata, int maxLed) {
		Map<String, String> all = new HashMap<>(metadata);
		all.put(PRIORITY, Integer.toString(this.priority));
		if (maxLed != Distribution.UNLIMITED) {
			all.put(MAX_LED, Integer.toString(maxLed));
		}
		return all;
	}

	/**
	 * Reads a number from the metadata of another instance.
	 * @param metadata the metadata
	 * @param key the key
	 * @param absent the number if there is none
	 * @return the number, or {@code null} if what is there is none
	 */
	static @Nullable Integer number(Map<String, String> metadata, String key, int absent) {
		String text = metadata.get(key);
		try {
			return (text != null) ? Integer.valueOf(text) : Integer.valueOf(absent);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
