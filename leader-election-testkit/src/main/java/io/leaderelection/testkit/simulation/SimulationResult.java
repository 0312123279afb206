/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.util.Map;
import java.util.Set;

import io.leaderelection.work.tick.TickOutcome;

/**
 * The result of a schedule.
 *
 * @param events inputs to candidates, commands that reached the store, and faults
 * @param terms how many terms the store granted
 * @param faults what was injected
 * @param notPromised invariants that did not hold where they are not promised to, with
 * the number of times
 * @param ticks what became of ticks
 * @param doubledTicks ticks that two leaders ran to their end, the first of which lost
 * its term before the end was written
 */
public record SimulationResult(int events, int terms, Set<Fault> faults, Map<Invariant, Integer> notPromised,
		Map<TickOutcome, Integer> ticks, int doubledTicks) {
}
