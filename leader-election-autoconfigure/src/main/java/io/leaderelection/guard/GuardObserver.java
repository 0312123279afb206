/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

/**
 * Hears of calls of guarded methods, for meters.
 */
@FunctionalInterface
public interface GuardObserver {

	/** Hears nothing. */
	GuardObserver NONE = (election) -> (outcome) -> {
	};

	/**
	 * Called for an election that guards some method, before the first call.
	 * @param election the name of the election
	 * @return hears of the calls
	 */
	Recorder forElection(String election);

	/**
	 * Hears of the calls guarded by one election, on the threads that made them.
	 */
	@FunctionalInterface
	interface Recorder {

		/**
		 * A call has ended or was not made.
		 * @param outcome how it ended
		 */
		void record(GuardOutcome outcome);

	}

}
