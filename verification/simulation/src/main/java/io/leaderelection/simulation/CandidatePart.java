/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.SplittableRandom;

/**
 * A part of a process with one candidate.
 */
abstract class CandidatePart {

	final SimulatedCandidate candidate;

	final Simulation simulation;

	final Scenario scenario;

	final SplittableRandom random;

	CandidatePart(SimulatedCandidate candidate, SplittableRandom random) {
		this.candidate = candidate;
		this.simulation = candidate.simulation;
		this.scenario = candidate.simulation.scenario;
		this.random = random;
	}

	/** Runs an action after a while, when the process runs. */
	final void later(long delay, Runnable action) {
		this.candidate.later(delay, action);
	}

}
