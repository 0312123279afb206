/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The next step of a job: a note to write, and optionally a run.
 *
 * @param note the entry to write first
 * @param run why the job is run after the note is written, or {@code null} for no run
 * @param counts numbers of ticks by outcome, counted when the note is written
 * @param passes the last skipped tick that the record has no room for, or {@code null}
 */
record TickStep(TickEntry note, @Nullable TickOutcome run, Map<TickOutcome, Integer> counts, @Nullable Instant passes) {

	static TickStep run(TickEntry begun, TickOutcome why) {
		return new TickStep(begun, why, Map.of(), null).and(why, 1);
	}

	static TickStep write(TickEntry note) {
		return new TickStep(note, null, Map.of(), null);
	}

	TickStep and(TickOutcome outcome, int number) {
		if (number == 0) {
			return this;
		}
		Map<TickOutcome, Integer> counts = new EnumMap<>(TickOutcome.class);
		counts.putAll(this.counts);
		counts.merge(outcome, number, Integer::sum);
		return new TickStep(this.note, this.run, counts, this.passes);
	}

	/** Returns this step without its run, whose tick is skipped. */
	TickStep withoutRun() {
		Map<TickOutcome, Integer> counts = new EnumMap<>(this.counts);
		counts.remove(this.run);
		TickEntry noted = this.note.as(TickEntry.State.NOTED, this.note.attempt() - 1);
		return new TickStep(noted, null, counts, this.passes).and(TickOutcome.MISSED, 1);
	}

	TickStep beside(TickEntry note) {
		return new TickStep(note, this.run, this.counts, this.passes);
	}

	TickStep passing(Instant tick) {
		return new TickStep(this.note, this.run, this.counts, tick);
	}

}
