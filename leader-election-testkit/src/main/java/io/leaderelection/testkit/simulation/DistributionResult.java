/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

/**
 * The result of a schedule of priorities and spread.
 *
 * @param events how many steps there were
 * @param concessions how many handovers for a preference
 * @param afterFaults how many of them after the last fault
 * @param millisToEven how long it took from the last fault until all was as preferred
 */
public record DistributionResult(int events, int concessions, int afterFaults, long millisToEven) {
}
