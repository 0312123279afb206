/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;

/**
 * The longest time that a candidate leads before it hands over by itself, however often
 * the lease is renewed.
 */
@FunctionalInterface
public interface Tenure {

	/** Tenure without a limit. */
	Tenure UNLIMITED = (granted) -> TermEnd.NEVER;

	/**
	 * Returns when a term ends. Called once, when the term begins, on the thread that
	 * renews leases: must return at once. An exception is logged, and the tenure does not
	 * end that term.
	 * @param granted when the term began, by the wall clock of this process
	 * @return the end
	 */
	TermEnd endOf(Instant granted);

	/**
	 * Returns a tenure of the same time in every term.
	 * @param duration how long, counted by the ticker; above zero
	 * @return the tenure
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	static Tenure of(Duration duration) {
		TermEnd end = TermEnd.after(duration);
		return (granted) -> end;
	}

}
