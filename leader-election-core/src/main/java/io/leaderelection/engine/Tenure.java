/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The longest time that a candidate leads before it hands over by itself, however often
 * the lease is renewed.
 */
@FunctionalInterface
public interface Tenure {

	/** Tenure without a limit. */
	Tenure UNLIMITED = (granted) -> End.NEVER;

	/**
	 * Returns when a term ends. Called once, when the term begins, on the thread that
	 * renews leases: must return at once. An exception is logged, and the tenure does not
	 * end that term.
	 * @param granted when the term began, by the wall clock of this process
	 * @return the end
	 */
	End endOf(Instant granted);

	/**
	 * Returns a tenure of the same time in every term.
	 * @param duration how long, counted by the ticker; above zero
	 * @return the tenure
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	static Tenure of(Duration duration) {
		End end = End.after(duration);
		return (granted) -> end;
	}

	/**
	 * When a candidate hands over a term by itself: at the earlier of both moments.
	 *
	 * @param after the time after it began, by the ticker, or {@code null} for never
	 * @param at the moment by the wall clock, or {@code null} for never
	 */
	record End(@Nullable Duration after, @Nullable Instant at) {

		/** The candidate never hands over by itself. */
		public static final End NEVER = new End(null, null);

		/**
		 * Checks the duration.
		 * @throws IllegalArgumentException if it is not above zero
		 */
		public End {
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
		public static End after(Duration after) {
			return new End(after, null);
		}

		/**
		 * Returns an end at a moment of the wall clock.
		 * @param at the moment
		 * @return the end
		 */
		public static End at(Instant at) {
			return new End(null, at);
		}

	}

}
