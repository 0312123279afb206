/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The state of a job, as an instance that asks whether to run it knows it.
 *
 * @param now the time of day
 * @param ledFor for how long the present term has been led here
 * @param token the term's fencing token
 * @param noted the job's note as the store has it, or {@code null} if there is none
 */
public record TickView(Instant now, Duration ledFor, long token, @Nullable String noted) {

	/** As it was, but for the note. */
	TickView earlier(Duration by) {
		return new TickView(this.now.minus(by), this.ledFor.minus(by), this.token, this.noted);
	}

	/** Whether a moment fell while this term was led here, by the present clock. */
	boolean covers(Instant moment) {
		return !moment.isBefore(this.now.minus(this.ledFor));
	}

}
