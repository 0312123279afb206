/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.List;

/**
 * What is compared: something that takes part in elections. Lives in a process of its
 * own.
 */
interface Candidate extends AutoCloseable {

	/** The first of the elections, which alone matters unless there are many. */
	String ELECTION = "billing-0";

	/**
	 * Whether it leads the first election, as the application is told.
	 * @return whether it leads
	 */
	boolean isLeader();

	/**
	 * How many elections it leads.
	 * @return the number
	 */
	int led();

	/**
	 * Hands the first election over and goes on as a follower. May return before that is
	 * done.
	 */
	void stepDown();

	/**
	 * Calls a method that only one process may run.
	 * @param work what the method does, if it runs
	 */
	default void callGuarded(Runnable work) {
		throw new UnsupportedOperationException(getClass().getSimpleName() + " guards no methods");
	}

	/**
	 * Calls a job that is due once a second and runs once per tick. It does nothing.
	 */
	default void tick() {
		throw new UnsupportedOperationException(getClass().getSimpleName() + " has no ticks");
	}

	/**
	 * How many ticks were run.
	 * @return the number
	 */
	default long ticks() {
		return 0;
	}

	/**
	 * How long each renewal took since the last call, if the candidate knows.
	 * @return milliseconds, sorted
	 */
	default List<Double> renewalMillis() {
		return List.of();
	}

	@Override
	void close();

}
