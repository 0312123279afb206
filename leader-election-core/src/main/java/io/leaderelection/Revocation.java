/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The end of a term of this candidate.
 *
 * @param election the name of the election
 * @param fencingToken the token of the term
 * @param cause why it ended
 */
public record Revocation(String election, long fencingToken, TransitionCause cause) {
}
