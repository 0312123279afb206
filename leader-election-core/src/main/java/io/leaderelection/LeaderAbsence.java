/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.time.Instant;

/**
 * A vacancy that has lasted at least as long as the vacancy threshold.
 *
 * @param election the name of the election
 * @param since when the vacancy began, by this process's wall clock
 * @param length how long it has lasted so far
 */
public record LeaderAbsence(String election, Instant since, Duration length) {
}
