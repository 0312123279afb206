/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a job's ticks before a step.
 *
 * @param record the entry on record, or {@code null}
 * @param clockAhead whether the record was written with a clock that was ahead
 * @param usable the record, if it has these expressions and a possible tick
 * @param memory the memory of this process, if it has a possible tick
 * @param last the last tick on record or in memory, or {@code null}
 * @param done the ticks that need not be run again
 */
record TickKnowledge(@Nullable TickEntry record, boolean clockAhead, @Nullable TickEntry usable, TickMemory memory,
		@Nullable TickEntry last, DoneTicks done) {

	/** Returns the record if other expressions had this or a later tick. */
	@Nullable TickEntry laterOfOthers(Instant tick) {
		TickEntry others = (this.usable == null) ? possible() : null;
		return (others != null && !tick.isAfter(others.tick())) ? others : null;
	}

	/** Returns the record unless it was written with a clock that was ahead. */
	@Nullable TickEntry possible() {
		return this.clockAhead ? null : this.record;
	}

	boolean isPast(Instant tick) {
		return this.last != null && (!tick.isAfter(this.last.tick()) || this.memory.hasPassed(tick));
	}

	boolean isOpen(Instant tick) {
		return !this.memory.hasPassed(tick) && (this.last == null || tick.isAfter(this.last.tick()));
	}

	/** Returns the last moment before a tick that is not missing any more. */
	Instant lastBefore(Instant tick, TickEntry last) {
		Instant passed = this.memory.passed();
		Instant before = (passed != null && passed.isAfter(last.tick())) ? passed : last.tick();
		DoneTicks.Range ahead = this.done.upTo(tick);
		return (ahead != null && ahead.to().isAfter(before)) ? ahead.to() : before;
	}

}
