/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The state of a job, as known to an instance that decides whether to run it.
 *
 * @param now the time of day
 * @param ledFor how long this instance has led in the current term
 * @param token the term's fencing token
 * @param noted the job's note in the store, or {@code null} if there is none
 */
public record TickView(Instant now, Duration ledFor, long token, @Nullable String noted) {

	/** Returns an earlier view, with the same note. */
	TickView earlier(Duration by) {
		return new TickView(this.now.minus(by), this.ledFor.minus(by), this.token, this.noted);
	}

	/**
	 * Returns whether this instance led in this term at a moment, by the current clock.
	 */
	boolean covers(Instant moment) {
		return !moment.isBefore(this.now.minus(this.ledFor));
	}

}
