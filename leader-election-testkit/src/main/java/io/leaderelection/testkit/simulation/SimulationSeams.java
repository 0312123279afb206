/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.util.List;

import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Standing;

/**
 * The parts of a schedule. The defaults are the production protocol and the right store;
 * a test may put something broken there to see that it is noticed. Called from several
 * threads when schedules run in parallel, so keep no state between calls.
 */
public interface SimulationSeams {

	/** The production protocol and the right store. */
	SimulationSeams PRODUCTION = new SimulationSeams() {
	};

	/**
	 * Creates a candidate's protocol.
	 * @param profile what it is made of
	 * @return the protocol
	 */
	default ElectionProtocol protocol(CandidateProfile profile) {
		return new ElectionStateMachine(profile);
	}

	/**
	 * Creates the chance of a candidate.
	 * @param entropy repeatable chance
	 * @return the chance to use
	 */
	default Entropy entropy(Entropy entropy) {
		return entropy;
	}

	/**
	 * Creates the store.
	 * @param holds whether something beside the record keeps others out
	 * @param longestLease the longest lease, in nanoseconds
	 * @return the store
	 */
	default ModelStore store(boolean holds, long longestLease) {
		return new ModelStore(holds, longestLease);
	}

	/**
	 * The effects of a step that are still performed when one of them throws.
	 * @param behind the effects behind the one that throws
	 * @return those that are performed all the same
	 */
	default List<Effect> performed(List<Effect> behind) {
		return behind;
	}

	/**
	 * Creates the steps of a process that runs a job once per tick.
	 * @return the steps
	 */
	default TickSteps ticks() {
		return new TickSteps();
	}

	/**
	 * Answers a caller that asks a candidate whether it leads.
	 * @param standing the candidate's last standing
	 * @param ticker its ticker now, in nanoseconds
	 * @param wall its wall clock now, in milliseconds
	 * @return the caller's result
	 */
	default boolean leads(Standing standing, long ticker, long wall) {
		return standing.leads(ticker, wall);
	}

}
