/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A change of state in an election.
 *
 * @param at when it happened, by this process's wall clock
 * @param from the state before
 * @param to the state after
 * @param cause why it changed
 * @param fencingToken the token of the term it belongs to, or {@code null} if none
 */
public record Transition(Instant at, ElectionState from, ElectionState to, TransitionCause cause,
		@Nullable Long fencingToken) {
}
