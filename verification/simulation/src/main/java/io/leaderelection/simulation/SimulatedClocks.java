/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.time.Moment;

/**
 * Both clocks of a machine as functions of true time in nanoseconds.
 */
final class SimulatedClocks {

	private final double tickerRate;

	private final double wallRate;

	private long anchor;

	private long ticker;

	private long wall;

	private boolean suspended;

	SimulatedClocks(long now, long ticker, double tickerRate, long wall, double wallRate) {
		this.anchor = now;
		this.ticker = ticker;
		this.tickerRate = tickerRate;
		this.wall = wall;
		this.wallRate = wallRate;
	}

	long ticker(long now) {
		return this.suspended ? this.ticker : this.ticker + (long) ((now - this.anchor) * this.tickerRate);
	}

	/** Returns the wall clock in nanoseconds, which only a store may read. */
	long nanos(long now) {
		return this.wall + (long) ((now - this.anchor) * this.wallRate);
	}

	long wall(long now) {
		return Math.floorDiv(nanos(now), 1_000_000);
	}

	Moment at(long now) {
		return new Moment(ticker(now), wall(now));
	}

	/** Stops the ticker, as sleep does, or lets it run again. */
	void suspend(long now, boolean suspended) {
		step(now, 0);
		this.suspended = suspended;
	}

	/** Changes the wall clock. */
	void step(long now, long nanos) {
		long ticker = ticker(now);
		this.wall = nanos(now) + nanos;
		this.ticker = ticker;
		this.anchor = now;
	}

	/** Returns the true time in which the ticker counts a number of nanoseconds. */
	long trueTime(long nanos) {
		return (long) Math.ceil(nanos / this.tickerRate) + 1;
	}

	@Override
	public String toString() {
		return "ticker x%.4f, wall x%.4f".formatted(this.tickerRate, this.wallRate);
	}

}
