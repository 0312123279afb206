/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.WorkKind;
import org.jspecify.annotations.Nullable;

/**
 * A run of guarded work.
 *
 * @param process the process that ran it
 * @param token the fencing token of the term
 * @param number the number of the work in its process
 * @param kind the kind of work
 * @param begin the line that records its start
 * @param end the line that records its end, or {@code null} if the process was killed
 * meanwhile
 * @param lastSign the stamp until which it certainly ran: its end, or else its last write
 */
record Work(String process, long token, long number, WorkKind kind, Entry begin, @Nullable Entry end, long lastSign) {

	String instance() {
		return History.instance(this.process);
	}

	/** Returns the time in which it certainly ran. */
	Interval certain() {
		return new Interval(this.begin.event().after(), this.lastSign);
	}

	/** Whether it reached its end. */
	boolean isFinished() {
		return this.end != null && "done".equals(this.end.event().find("outcome"));
	}

	/** Whether it ended for another reason than its own failure. */
	boolean isOver() {
		return this.end != null && !"failed".equals(this.end.event().find("outcome"));
	}

	@Override
	public String toString() {
		return this.process + " " + this.kind.text() + " " + this.number + " of token " + this.token + " ("
				+ this.begin.place() + ")";
	}

}
