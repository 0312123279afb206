/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * A change of the known leader of an election.
 *
 * @param election the name of the election
 * @param previous the leader known before, or {@code null}
 * @param current the leader known now, or {@code null} if the election is vacant
 */
public record LeaderChange(String election, @Nullable Leader previous, @Nullable Leader current) {
}
