/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.Map;
import java.util.Set;

import io.leaderelection.history.Invariant;
import io.leaderelection.work.tick.TickOutcome;

/**
 * The result of a schedule.
 *
 * @param events the number of inputs to candidates, commands that reached the store, and
 * faults
 * @param terms the number of terms that the store granted
 * @param faults the injected faults
 * @param notPromised the number of violations of invariants that were outside the
 * guarantees
 * @param ticks the outcomes of ticks
 * @param doubledTicks the number of ticks that two leaders ran to their end, because the
 * first lost its term before the end was written
 */
record SimulationResult(int events, int terms, Set<Fault> faults, Map<Invariant, Integer> notPromised,
		Map<TickOutcome, Integer> ticks, int doubledTicks) {
}
