/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * When a term is to be handed over by itself: the first of both.
 *
 * @param after how long after its begin, by the ticker, or {@code null} for never
 * @param at at what time of day, by the wall clock, or {@code null} for never
 */
public record TermEnd(@Nullable Duration after, @Nullable Instant at) {

	/** No end of its own. */
	public static final TermEnd NEVER = new TermEnd(null, null);

	/**
	 * Checks the duration.
	 * @throws IllegalArgumentException if it is not above zero
	 */
	public TermEnd {
		if (after != null && (after.isNegative() || after.isZero())) {
			throw new IllegalArgumentException("A term cannot end after " + after + ". Use a duration above 0s");
		}
	}

	/**
	 * Ends a term some time after its begin.
	 * @param after how long after; above zero
	 * @return the end
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	public static TermEnd after(Duration after) {
		return new TermEnd(after, null);
	}

	/**
	 * Ends a term at a time of day.
	 * @param at the time
	 * @return the end
	 */
	public static TermEnd at(Instant at) {
		return new TermEnd(null, at);
	}

}
