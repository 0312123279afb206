/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.List;

/**
 * A candidate of one of the compared libraries. It runs in a separate process.
 */
interface Candidate extends AutoCloseable {

	/**
	 * The first of the elections, the only one that is measured unless there are many.
	 */
	String ELECTION = "billing-0";

	/**
	 * Whether it leads the first election, according to the application's API.
	 * @return whether it leads
	 */
	boolean isLeader();

	/**
	 * Returns how many elections it leads.
	 * @return the number
	 */
	int led();

	/**
	 * Hands over the first election and continues as a follower. May return before the
	 * handover is complete.
	 */
	void stepDown();

	/**
	 * Calls a method that only one process may run.
	 * @param work the body of the method
	 */
	default void callGuarded(Runnable work) {
		throw new UnsupportedOperationException(getClass().getSimpleName() + " guards no methods");
	}

	/**
	 * Calls an empty job that is due once a second and runs once per tick.
	 */
	default void tick() {
		throw new UnsupportedOperationException(getClass().getSimpleName() + " has no ticks");
	}

	/**
	 * Returns how many ticks were run.
	 * @return the number
	 */
	default long ticks() {
		return 0;
	}

	/**
	 * Returns the duration of each renewal since the last call, if it is known.
	 * @return milliseconds, sorted
	 */
	default List<Double> renewalMillis() {
		return List.of();
	}

	@Override
	void close();

}
