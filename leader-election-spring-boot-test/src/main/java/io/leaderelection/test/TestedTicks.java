/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.schedule.TickStatus;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.work.tick.TickEntry;

/**
 * The once-per-tick jobs of the application, controlled by a test.
 */
final class TestedTicks {

	/** The distance up to which time is moved step by step. */
	static final Duration NEAR = Duration.ofMinutes(1);

	private final Supplier<Ticks> ticks;

	private final TestedTime time;

	TestedTicks(Supplier<Ticks> ticks, TestedTime time) {
		this.ticks = ticks;
		this.time = time;
	}

	private TickStatus status(String tick) {
		List<TickStatus> all = this.ticks.get().all();
		List<TickStatus> found = all.stream().filter((status) -> status.name().equals(tick)).toList();
		if (found.size() != 1) {
			throw new IllegalArgumentException(
					(found.isEmpty() ? "There is no tick \"" : "There is more than one tick \"") + tick
							+ "\" in the application: " + all.stream().map(TickStatus::name).toList());
		}
		return found.get(0);
	}

	String election(String tick) {
		return status(tick).election();
	}

	private Instant now() {
		return Instant.ofEpochMilli(this.time.wallClock().millis());
	}

	Duration untilNext(String tick) {
		Instant now = now();
		Instant next = this.ticks.get().next(tick, now);
		if (next == null) {
			throw new IllegalStateException("Tick \"" + tick + "\" is never due: its cron is \"-\" here");
		}
		return Duration.between(now, next);
	}

	/** Returns the entry of a leader that has run all ticks before a moment. */
	Map.Entry<String, String> noteBefore(String tick, Instant moment) {
		Instant before = moment.minusMillis(1);
		if (!moment.equals(this.ticks.get().next(tick, before))) {
			throw new IllegalArgumentException(moment + " is not a moment of tick \"" + tick + "\". The next one is "
					+ this.ticks.get().next(tick, moment));
		}
		if (moment.isAfter(now())) {
			throw new IllegalArgumentException(moment + " is a moment of tick \"" + tick + "\", but not a past one: "
					+ "the time of the elections is " + now() + ". Move it with advance(Duration) first, or use tick(\""
					+ tick + "\")");
		}
		TickEntry entry = new TickEntry(before, TickEntry.State.FINISHED, 1, 1, status(tick).hash());
		return Map.entry(TickEntry.key(tick), entry.text());
	}

	/** Calls the job. Also waits for a call of the application itself that came first. */
	void call(String tick) {
		settle(tick);
		this.ticks.get().call(tick);
		settle(tick);
	}

	private void settle(String tick) {
		this.time.settle();
		while (status(tick).running()) {
			Thread.onSpinWait();
		}
		this.time.settle();
	}

}
