/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.handover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Leadership;
import io.leaderelection.time.Ticker;

/**
 * The history of a job in one term, written by the thread that does it and read when it
 * has ended. Times are nanoseconds of the ticker, which all candidates of the test share:
 * what comes first has the smaller number. The first thing the job does is to note that
 * it begins, and the last that it ends.
 */
final class WorkRun {

	private final Ticker ticker = Ticker.system();

	private final long began = this.ticker.nanos();

	private final Leadership leadership;

	private final FencedRegister register;

	private final List<FencedRegister.Write> writes = new ArrayList<>();

	private long deadline;

	private boolean told;

	private long notifiedAt;

	private boolean validWhenTold;

	private int interrupts;

	private long ended;

	private boolean validAtEnd;

	WorkRun(Leadership leadership, FencedRegister register) {
		this.leadership = leadership;
		this.register = register;
		work();
	}

	/** A step of the work. */
	void work() {
		long before = this.ticker.nanos();
		Duration remaining = this.leadership.remaining();
		if (!remaining.isZero()) {
			this.deadline = before + remaining.toNanos();
		}
		this.writes.add(this.register.write(token()));
	}

	void interrupted() {
		this.interrupts++;
		tell();
	}

	void tell() {
		if (!this.told) {
			this.told = true;
			this.notifiedAt = this.ticker.nanos();
			this.validWhenTold = this.leadership.isValid();
		}
	}

	boolean isTold() {
		return this.told;
	}

	Duration sinceTold() {
		return Duration.ofNanos(this.ticker.nanos() - this.notifiedAt);
	}

	void end() {
		work();
		this.validAtEnd = this.leadership.isValid();
		this.ended = this.ticker.nanos();
	}

	// For those who look at it

	long token() {
		return this.leadership.fencingToken();
	}

	Leadership leadership() {
		return this.leadership;
	}

	long began() {
		return this.began;
	}

	/**
	 * Up to when the leader believed in its term, as it knew when it last looked: by a
	 * moment too early rather than too late.
	 */
	long deadline() {
		return this.deadline;
	}

	/** When it heard that the term ends. */
	long notifiedAt() {
		return this.notifiedAt;
	}

	boolean isValidWhenNotified() {
		return this.validWhenTold;
	}

	int interrupts() {
		return this.interrupts;
	}

	long ended() {
		return this.ended;
	}

	boolean isValidAtEnd() {
		return this.validAtEnd;
	}

	List<FencedRegister.Write> writes() {
		return List.copyOf(this.writes);
	}

}
