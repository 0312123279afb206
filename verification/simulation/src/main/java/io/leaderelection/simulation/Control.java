/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.EnumSet;
import java.util.Set;

import io.leaderelection.history.Invariant;

/**
 * Whether a schedule stays within the guarantees. Outside of them the invariants must
 * report overlap, which shows that they can find it.
 */
enum Control {

	/** Within the guarantees. */
	PROMISED,

	/**
	 * Within the guarantees, at their limit: leaders' clocks are as slow, and the store's
	 * as fast, as the margin covers, and a machine that may sleep does so for just as
	 * long as nothing notices.
	 */
	CORNER,

	/**
	 * One step beyond the corner: rates that need the whole margin, together with the
	 * sleep that needs half of it.
	 */
	CORNER_AND_BEYOND,

	/**
	 * Leaders' clocks run more slowly, and the store's faster, than the margin covers.
	 */
	RATES_BEYOND_MARGIN,

	/** The store returns to an older state. */
	LOSSY_FAILOVER;

	private static final Set<Invariant> NOT_PROMISED = EnumSet.of(Invariant.I1_EXCLUSIVE_LEADERSHIP,
			Invariant.I4_SINGLE_EXECUTION, Invariant.I9_HOLDER_OF_RECORD, Invariant.I10_BOUNDED_VACANCY,
			Invariant.I11_STABLE_LEADERSHIP, Invariant.T1_TICKS_FINISHED_ONCE, Invariant.T2_TICKS_BEGUN_ONCE,
			Invariant.T3_TICKS_RUN_WHILE_LED, Invariant.T4_TICKS_CAUGHT_UP, Invariant.T5_RISING_TICKS);

	boolean isAtTheCorner() {
		return this == CORNER || this == CORNER_AND_BEYOND;
	}

	/** Whether machines sleep, which most do at the corner. */
	boolean sleeps(boolean drawn) {
		return switch (this) {
			case CORNER -> !drawn;
			case CORNER_AND_BEYOND -> true;
			default -> drawn;
		};
	}

	boolean promises(Invariant invariant) {
		return this == PROMISED || this == CORNER || !NOT_PROMISED.contains(invariant);
	}

}
