/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * When a candidate hands over a term by itself: at the earlier of both moments.
 *
 * @param after the time after it began, by the ticker, or {@code null} for never
 * @param at the moment by the wall clock, or {@code null} for never
 */
public record TermEnd(@Nullable Duration after, @Nullable Instant at) {

	/** The candidate never hands over by itself. */
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
	 * Returns an end some time after the term began.
	 * @param after the time; above zero
	 * @return the end
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	public static TermEnd after(Duration after) {
		return new TermEnd(after, null);
	}

	/**
	 * Returns an end at a moment of the wall clock.
	 * @param at the moment
	 * @return the end
	 */
	public static TermEnd at(Instant at) {
		return new TermEnd(null, at);
	}

}
