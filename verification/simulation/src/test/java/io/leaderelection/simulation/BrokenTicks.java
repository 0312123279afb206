/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.work.tick.DoneTicks;
import io.leaderelection.work.tick.TickEntry;

/**
 * Notes of ticks with a deliberate mistake.
 */
final class BrokenTicks {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Duration VACANCY = Duration.ofMinutes(10);

	private BrokenTicks() {
	}

	/** Returns a note that says nothing of a tick. */
	static TickEntry without(TickEntry note, Instant tick) {
		List<DoneTicks.Range> kept = new ArrayList<>();
		for (DoneTicks.Range range : note.others().ranges()) {
			if (!range.to().equals(tick)) {
				kept.add(range);
			}
			else if (range.from().isBefore(tick)) {
				kept.add(new DoneTicks.Range(range.from(), tick.minus(MINUTE)));
			}
		}
		return with(note, note.since(), kept);
	}

	/**
	 * Returns a note whose series begins with the last range before it, if that is near.
	 */
	static TickEntry continued(TickEntry note) {
		List<DoneTicks.Range> kept = new ArrayList<>(note.others().ranges());
		for (DoneTicks.Range range : note.others().ranges()) {
			boolean near = range.to().isBefore(note.since()) && !note.since().isAfter(range.to().plus(VACANCY));
			if (near && range.attempts() == 0) {
				kept.remove(range);
				return with(note, range.from(), kept);
			}
		}
		return note;
	}

	private static TickEntry with(TickEntry note, Instant since, List<DoneTicks.Range> others) {
		return new TickEntry(note.tick(), note.state(), note.token(), note.attempt(), note.hash(), since,
				new DoneTicks(List.copyOf(others)));
	}

}
