/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

/**
 * Observes calls of guarded methods, for meters.
 */
@FunctionalInterface
public interface GuardObserver {

	/**
	 * Called for an election that guards some method, before the first call.
	 * @param election the name of the election
	 * @return observes the calls
	 */
	Recorder forElection(String election);

	/**
	 * Observes the calls guarded by one election, on the threads that made them.
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
