/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.time.Instant;

/**
 * A vacancy that has lasted for the vacancy threshold and goes on.
 *
 * @param election the name of the election
 * @param since since when nobody is known to lead, by this process's wall clock
 * @param length how long that is by now
 */
public record LeaderAbsence(String election, Instant since, Duration length) {
}
