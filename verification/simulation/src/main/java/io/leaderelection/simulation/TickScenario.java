/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

import io.leaderelection.work.tick.Moments;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickRules;

/**
 * The job of a schedule, which each candidate has. It is due at a fixed period, which a
 * rollout makes half as long again.
 */
final class TickScenario {

	final TickPolicy policy;

	/** The longest run, in nanoseconds. */
	final long longestRun;

	/** How often a candidate checks for due ticks, in nanoseconds. */
	final long look;

	/** How long to wait for the scheduler to run a tick. */
	final Duration patience;

	private final long period;

	/** The number of the first process with other expressions. */
	private final int rolledOutFrom;

	TickScenario(SplittableRandom random, long lease) {
		long millis = lease / 1_000_000;
		this.period = new long[] { millis / 4, millis, 3 * millis }[random.nextInt(3)];
		this.longestRun = new long[] { lease / 50, lease / 2, 2 * lease }[random.nextInt(3)];
		Duration[] lateness = { Duration.ofMillis(4 * millis), Duration.ofMillis(millis / 2) };
		int chosen = random.nextInt(3);
		this.policy = new TickPolicy(random.nextInt(4) > 0, (chosen < 2) ? lateness[chosen] : null,
				random.nextInt(3) > 0, 1 + random.nextInt(3));
		this.look = lease / 5;
		this.patience = Duration.ofNanos(lease / 20);
		this.rolledOutFrom = (random.nextInt(4) == 0) ? random.nextInt(8) : Integer.MAX_VALUE;
	}

	TickRules rules(int incarnation) {
		return new TickRules(moments(incarnation), hash(incarnation), this.policy);
	}

	Moments moments(int incarnation) {
		long period = (incarnation < this.rolledOutFrom) ? this.period : this.period * 3 / 2;
		return (after) -> Instant.ofEpochMilli((Math.floorDiv(after.toEpochMilli(), period) + 1) * period);
	}

	String hash(int incarnation) {
		return (incarnation < this.rolledOutFrom) ? OLD : NEW;
	}

	private static final String OLD = TickEntry.hash("old");

	private static final String NEW = TickEntry.hash("new");

	/** Returns whether a missed or interrupted tick may still begin. */
	boolean isInTime(Moments moments, Instant tick, Instant now) {
		Duration most = this.policy.maxLateness();
		Instant next = moments.next(tick);
		return (most != null) ? !now.isAfter(tick.plus(most)) : next == null || next.isAfter(now);
	}

	@Override
	public String toString() {
		return "job every %s ms%s, runs within %s ms, %s".formatted(
				this.period, (this.rolledOutFrom < Integer.MAX_VALUE)
						? ", other expressions from process " + this.rolledOutFrom : "",
				this.longestRun / 1_000_000, this.policy);
	}

}
