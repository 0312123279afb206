/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;
import io.leaderelection.chaos.history.WorkKind;
import org.jspecify.annotations.Nullable;

/**
 * A run of guarded work.
 *
 * @param process the process that ran it
 * @param token the fencing token of the term
 * @param number which work of the process it was
 * @param kind what it is
 * @param begin the line that tells of its begin
 * @param end the line that tells of its end, or {@code null} if the process was killed
 * meanwhile
 * @param lastSign by then it had not ended: its end, or else the last write it told of
 */
record Work(String process, long token, long number, WorkKind kind, Entry begin, @Nullable Entry end, long lastSign) {

	String instance() {
		return History.instance(this.process);
	}

	/** When it certainly ran. */
	Interval certain() {
		return new Interval(this.begin.event().after(), this.lastSign);
	}

	/** Whether it ended other than by a failure of its own. */
	boolean isOver() {
		return this.end != null && !"failed".equals(this.end.event().find("outcome"));
	}

	@Override
	public String toString() {
		return this.process + " " + this.kind.text() + " " + this.number + " of token " + this.token + " ("
				+ this.begin.place() + ")";
	}

}
