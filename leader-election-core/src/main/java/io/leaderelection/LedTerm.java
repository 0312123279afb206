/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A term of an election that this candidate knows of. For display only: other candidates
 * may have led between two terms without being noticed.
 *
 * @param leader the candidate id of the leader
 * @param fencingToken the token of the term
 * @param from when the term began: for an own term when this candidate began to lead; for
 * another one when its leader requested it, by the leader's wall clock, but not before
 * the former term ended and not after this candidate learned of it
 * @param until when this candidate noticed that the leader no longer leads, by this
 * process's wall clock; {@code null} while it is the known leader
 * @param own whether this candidate led
 * @param cause why this candidate stopped leading; {@code null} while it leads, and for
 * the terms of others
 */
public record LedTerm(String leader, long fencingToken, Instant from, @Nullable Instant until, boolean own,
		@Nullable TransitionCause cause) {
}
