/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Asks for a term.
 *
 * @param key the record
 * @param candidate the candidate id: 1 to 255 characters without control characters
 * @param nonce drawn for this attempt at a term, repeated if an answer was lost
 * @param duration the lease duration wanted, in whole milliseconds
 * @param seenToken the token of the last answer for this election, exactly, or
 * {@link LeaseStore#ABSENT} if it had none or nothing was ever asked
 * @param tokenFloor the highest token this candidate ever saw for this election; the new
 * one is higher
 * @param at the candidate's wall clock; kept in the record for display, and the clock of
 * last resort for the token
 * @param metadata shown to all candidates; at most {@value #MAX_METADATA} characters
 */
public record Acquire(ElectionKey key, String candidate, Nonce nonce, Duration duration, long seenToken,
		long tokenFloor, Instant at, Map<String, String> metadata) implements Command {

	/** Longest candidate id, in characters. */
	public static final int MAX_CANDIDATE = 255;

	/** Largest sum of the lengths of all metadata keys and values, in characters. */
	public static final int MAX_METADATA = 4096;

	public Acquire {
		metadata = Map.copyOf(metadata);
	}

	@Override
	public String operation() {
		return "acquire";
	}

}
