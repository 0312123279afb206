/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Command that requests a term.
 *
 * @param key the record
 * @param candidate the candidate id: 1 to 255 characters without control characters
 * @param nonce the nonce of this attempt at a term, repeated if an answer was lost
 * @param duration the requested lease duration, in whole milliseconds
 * @param seenToken the token of the last answer for this election, exactly, or
 * {@link LeaseStore#ABSENT} if there was no record or no answer yet
 * @param tokenFloor the highest token this candidate has seen for this election; the new
 * one is higher
 * @param at the candidate's wall clock; kept in the record for display, and used for the
 * token if the store has no clock
 * @param metadata the candidate's metadata, which all candidates can read; at most
 * {@value #MAX_METADATA} characters
 */
public record Acquire(ElectionKey key, String candidate, Nonce nonce, Duration duration, long seenToken,
		long tokenFloor, Instant at, Map<String, String> metadata) implements Command {

	/** The maximum length of a candidate id, in characters. */
	public static final int MAX_CANDIDATE = 255;

	/** The maximum length of all metadata keys and values together, in characters. */
	public static final int MAX_METADATA = 4096;

	public Acquire {
		metadata = Map.copyOf(metadata);
	}

	@Override
	public String operation() {
		return "acquire";
	}

}
