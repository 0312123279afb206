/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

/**
 * The result of a schedule of priorities and spread.
 *
 * @param events the number of steps
 * @param concessions the number of handovers for a preference
 * @param afterFaults the number of these after the last fault
 * @param millisToEven the time from the last fault until all elections were led as
 * preferred
 */
record DistributionResult(int events, int concessions, int afterFaults, long millisToEven) {
}
