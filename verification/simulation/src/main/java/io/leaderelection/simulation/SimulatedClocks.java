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

	private static final long MILLISECOND = 1_000_000;

	private final double tickerRate;

	private final double wallRate;

	private long anchor;

	private long ticker;

	private long wall;

	private boolean suspended;

	SimulatedClocks(long ticker, double tickerRate, long wall, double wallRate) {
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
		return Math.floorDiv(nanos(now), MILLISECOND);
	}

	void startAt(long now) {
		this.anchor = now;
	}

	Moment at(long now) {
		return new Moment(ticker(now), wall(now));
	}

	void suspend(long now) {
		anchor(now);
		this.suspended = true;
	}

	void wake(long now) {
		anchor(now);
		this.suspended = false;
	}

	void step(long now, long nanos) {
		anchor(now);
		this.wall += nanos;
	}

	/** Returns the true time in which the ticker counts a number of nanoseconds. */
	long trueTime(long nanos) {
		return (long) Math.ceil(nanos / this.tickerRate) + 1;
	}

	private void anchor(long now) {
		long ticker = ticker(now);
		long wall = nanos(now);
		this.anchor = now;
		this.ticker = ticker;
		this.wall = wall;
	}

	@Override
	public String toString() {
		return "ticker x%.4f, wall x%.4f".formatted(this.tickerRate, this.wallRate);
	}

}
