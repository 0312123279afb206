/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A process's memory of a job. It has precedence over the record, which may lack the last
 * write of a term.
 *
 * @param last the last tick that this process started, or {@code null}
 * @param passed the last tick that was skipped, or due during a run, without a note in
 * the record; or {@code null}
 */
record TickMemory(@Nullable TickEntry last, @Nullable Instant passed) {

	/** Returns the memory without moments after now, if the clock was set back. */
	TickMemory at(Instant now) {
		return (this.passed != null && this.passed.isAfter(now)) ? new TickMemory(this.last, null) : this;
	}

	boolean hasPassed(Instant tick) {
		return this.passed != null && !tick.isAfter(this.passed);
	}

	boolean hasStarted(TickEntry entry) {
		return this.last != null && this.last.token() == entry.token() && this.last.tick().equals(entry.tick());
	}

	/** Returns the newer entry of memory and record. */
	TickEntry newer(TickEntry record) {
		if (this.last == null || this.last.tick().isBefore(record.tick())) {
			return record;
		}
		boolean same = this.last.tick().equals(record.tick());
		return (same && this.last.state() != TickEntry.State.FINISHED) ? record : this.last;
	}

}
