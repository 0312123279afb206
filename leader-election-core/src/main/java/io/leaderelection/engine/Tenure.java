/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a candidate may lead before it hands over by itself, however often the lease
 * is renewed.
 */
@FunctionalInterface
public interface Tenure {

	/** Leads as long as it can. */
	Tenure UNLIMITED = (granted) -> TermEnd.NEVER;

	/**
	 * When a term is to end. Asked once, when the term begins, on the thread that renews
	 * leases: must return at once. An exception is logged, and the term has no end of its
	 * own.
	 * @param granted when the term began, by the wall clock of this process
	 * @return the end
	 */
	TermEnd endOf(Instant granted);

	/**
	 * Leads for the same time in every term.
	 * @param duration how long, counted by the ticker; above zero
	 * @return the tenure
	 * @throws IllegalArgumentException if the duration is not above zero
	 */
	static Tenure of(Duration duration) {
		TermEnd end = TermEnd.after(duration);
		return (granted) -> end;
	}

}
