/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Leadership;
import io.leaderelection.history.FencedResource;
import io.leaderelection.time.Ticker;

/**
 * The history of a job in one term, written by its thread and read when it has ended.
 * Times are nanoseconds of the ticker, which all candidates of the test share. The job
 * records its begin first, and its end last.
 */
final class WorkRun {

	private final Ticker ticker = Ticker.system();

	final long began = this.ticker.nanos();

	final Leadership leadership;

	private final String writer;

	private final FencedResource register;

	final List<Write> writes = new ArrayList<>();

	/**
	 * Until when the leader believed that its term was valid, at its last step; rounded
	 * down.
	 */
	long deadline;

	boolean notified;

	/** When it was notified of the end of the term. */
	long notifiedAt;

	boolean validWhenNotified;

	int interrupts;

	long ended;

	boolean validAtEnd;

	/**
	 * An attempt to write.
	 *
	 * @param at the time in nanoseconds of the ticker, in the order of the writes
	 * @param token the token
	 * @param accepted whether it was accepted
	 */
	record Write(long at, long token, boolean accepted) {
	}

	WorkRun(Leadership leadership, FencedResource register, String writer) {
		this.leadership = leadership;
		this.writer = writer;
		this.register = register;
		work();
	}

	/** Does a step of the work. */
	void work() {
		long before = this.ticker.nanos();
		Duration remaining = this.leadership.remaining();
		if (!remaining.isZero()) {
			this.deadline = before + remaining.toNanos();
		}
		synchronized (this.register) {
			// In the order of the writes
			long at = this.ticker.nanos();
			this.writes.add(new Write(at, token(), this.register.write(this.writer, token())));
		}
	}

	void interrupted() {
		this.interrupts++;
		endNoticed();
	}

	void endNoticed() {
		if (!this.notified) {
			this.notified = true;
			this.notifiedAt = this.ticker.nanos();
			this.validWhenNotified = this.leadership.isValid();
		}
	}

	Duration sinceNotified() {
		return Duration.ofNanos(this.ticker.nanos() - this.notifiedAt);
	}

	void end() {
		work();
		this.validAtEnd = this.leadership.isValid();
		this.ended = this.ticker.nanos();
	}

	long token() {
		return this.leadership.fencingToken();
	}

}
