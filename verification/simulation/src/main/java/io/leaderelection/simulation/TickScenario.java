/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickRules;

/**
 * The job of a schedule, which each candidate has. It is due at a fixed period, which a
 * rollout makes half as long again.
 */
final class TickScenario extends Draws {

	private static final String OLD = TickEntry.hash("old");

	private static final String NEW = TickEntry.hash("new");

	private final long millis = this.lease / MILLISECOND;

	private final long period = oneOf(this.random, this.millis / 4, this.millis, 3 * this.millis);

	/** The longest run, in nanoseconds. */
	final long longestRun = oneOf(this.random, this.lease / 50, this.lease / 2, 2 * this.lease);

	/** 0 without a limit. */
	private final long lateness = oneOf(this.random, 4 * this.millis, this.millis / 2, 0);

	final TickPolicy policy = new TickPolicy(!oneIn(4), (this.lateness > 0) ? Duration.ofMillis(this.lateness) : null,
			!oneIn(3), 1 + this.random.nextInt(3));

	/** How often a candidate checks for due ticks, in nanoseconds. */
	final long look = this.lease / 5;

	/** How long to wait for the scheduler to run a tick. */
	final Duration patience = Duration.ofNanos(this.lease / 20);

	/** The number of the first process with other expressions. */
	private final int rolledOutFrom = oneIn(4) ? this.random.nextInt(8) : Integer.MAX_VALUE;

	TickScenario(SplittableRandom random, long lease) {
		super(random, lease);
	}

	TickRules rules(int incarnation) {
		return new TickRules((after) -> next(incarnation, after), hash(incarnation), this.policy);
	}

	Instant next(int incarnation, Instant after) {
		long period = (incarnation < this.rolledOutFrom) ? this.period : this.period * 3 / 2;
		return Instant.ofEpochMilli((Math.floorDiv(after.toEpochMilli(), period) + 1) * period);
	}

	String hash(int incarnation) {
		return (incarnation < this.rolledOutFrom) ? OLD : NEW;
	}

	/** Returns whether a missed or interrupted tick may still begin. */
	boolean isInTime(int incarnation, Instant tick, Instant now) {
		Duration most = this.policy.maxLateness();
		return (most != null) ? !now.isAfter(tick.plus(most)) : next(incarnation, tick).isAfter(now);
	}

	@Override
	public String toString() {
		return "job every %s ms%s, runs within %s ms, %s".formatted(
				this.period, (this.rolledOutFrom < Integer.MAX_VALUE)
						? ", other expressions from process " + this.rolledOutFrom : "",
				this.longestRun / 1_000_000, this.policy);
	}

}
