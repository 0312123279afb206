/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.WorkScope;
import org.jspecify.annotations.Nullable;

/**
 * How long a call waits for a leader.
 *
 * @param election what must be led
 * @param atMost all in all
 * @param since the ticker when it began, in nanoseconds
 * @param caller what the caller works in, if that is for the present term
 */
public record LeaderWait(GuardedElection election, Duration atMost, long since, @Nullable WorkScope caller) {

	/**
	 * How often to look at what no event reports: a term was confirmed again, or a
	 * handover has begun that waits for the caller.
	 */
	public static final Duration LOOK = Duration.ofMillis(100);

	/**
	 * Begins to wait, on the thread of the caller.
	 * @param election what must be led
	 * @param atMost how long to wait
	 * @return the wait
	 */
	static LeaderWait begin(GuardedElection election, Duration atMost) {
		Long token = election.status().fencingToken();
		WorkScope caller = (token != null) ? WorkScope.find(election.name(), token) : null;
		return new LeaderWait(election, atMost, Ticker.system().nanos(), caller);
	}

	/**
	 * Whether a call that was not let in should wait for a leader, or go on waiting. May
	 * be asked on any thread.
	 * @return whether it should
	 */
	public boolean isWorthwhile() {
		return !isOver() && !this.election.isDecided() && !isHeldUp();
	}

	/** Whether the handover to the next leader waits for whoever waits for it. */
	private boolean isHeldUp() {
		ElectionStatus status = this.election.status();
		Long token = status.fencingToken();
		return status.state() == ElectionState.DRAINING && token != null && (isByWorkOf(token) || isWorkOf(token));
	}

	private boolean isWorkOf(long token) {
		if (WorkScope.find(this.election.name(), token) != null) {
			return true;
		}
		// Work that goes on elsewhere is known by its propagated term
		Leadership caller = LeadershipContext.get();
		return caller != null && caller.fencingToken() == token && caller.election().equals(this.election.name());
	}

	/** The caller may have finished while it waited. */
	private boolean isByWorkOf(long token) {
		return this.caller != null && this.caller.isOpen() && this.caller.leadership().fencingToken() == token;
	}

	private boolean isOver() {
		return left().isZero();
	}

	/**
	 * Returns when to look again: after {@link #LOOK}, or what is left if that is less.
	 */
	Duration step() {
		Duration left = left();
		return (left.compareTo(LOOK) < 0) ? left : LOOK;
	}

	/**
	 * How long to wait still.
	 * @return the duration, never negative
	 */
	public Duration left() {
		Duration left = this.atMost.minusNanos(Ticker.system().nanos() - this.since);
		return left.isNegative() ? Duration.ZERO : left;
	}

}
