/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The suspension of an election, as noted in its record.
 *
 * @param since when it was suspended, by the clock of the instance that noted it, or
 * {@code null} if the note is not understood
 * @param by the candidate that noted it, or {@code null} if the note is not understood
 * @param reason the reason that was given, or the text of the note if it is not
 * understood; at most {@link #MAX_REASON} characters, without control characters
 */
public record Suspension(@Nullable Instant since, @Nullable String by, String reason) {

	/** The name of the checkpoint that is the note. */
	public static final String CHECKPOINT = "suspended";

	/** The maximum number of characters of a reason. */
	public static final int MAX_REASON = 500;

}
