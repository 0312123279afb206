/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import org.jspecify.annotations.Nullable;

import io.leaderelection.chaos.history.History.Entry;

/**
 * A call of guarded work.
 *
 * @param process the process that ran it
 * @param token the fencing token of the term
 * @param number which work of the process it was
 * @param begin the line that tells of its begin
 * @param end the line that tells of its end, or {@code null} if the process was killed
 * meanwhile
 */
record Work(String process, long token, long number, Entry begin, @Nullable Entry end) {

	/** When it certainly ran; empty if its end is unknown. */
	Interval certain() {
		return (this.end != null) ? new Interval(this.begin.event().after(), this.end.event().before())
				: new Interval(0, -1);
	}

	@Override
	public String toString() {
		return this.process + " work " + this.number + " of token " + this.token + " (" + this.begin.place() + ")";
	}

}
