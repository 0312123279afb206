/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.WorkScope;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one call for a leader.
 *
 * @param election the election that this instance must lead
 * @param atMost the maximum duration of the wait
 * @param since the ticker value at the start of the wait, in nanoseconds
 * @param caller the guarded work that the caller is part of, if it belongs to the current
 * term
 */
public record LeaderWait(GuardedElection election, Duration atMost, long since, @Nullable WorkScope caller) {

	/**
	 * Interval at which to check the changes that no event reports: a term was confirmed
	 * again, or a handover has begun that waits for the caller.
	 */
	public static final Duration LOOK = Duration.ofMillis(100);

	/**
	 * Begins a wait on the thread of the caller.
	 * @param election the election that this instance must lead
	 * @param atMost the maximum duration of the wait
	 * @return the wait
	 */
	static LeaderWait begin(GuardedElection election, Duration atMost) {
		Long token = election.status().fencingToken();
		WorkScope caller = (token != null) ? WorkScope.find(election.name(), token) : null;
		return new LeaderWait(election, atMost, Ticker.system().nanos(), caller);
	}

	/**
	 * Waits on the thread of the caller until an attempt to enter succeeds. An interrupt
	 * ends the wait and is restored for the caller.
	 * @param attempt tries to enter
	 * @return {@code false} if the wait ended before an attempt succeeded
	 */
	boolean enter(BooleanSupplier attempt) {
		boolean entered = false;
		while (!entered && isWorthwhile()) {
			try {
				this.election.awaitLeader(step());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
			entered = attempt.getAsBoolean();
		}
		// The election may have been decided between the last attempt and the last check
		return entered || attempt.getAsBoolean();
	}

	/**
	 * Returns whether a call that could not enter should wait for a leader, or continue
	 * to wait. Thread-safe.
	 * @return {@code false} if the time is over, the election is decided, or the next
	 * leader can only follow once the caller has finished
	 */
	public boolean isWorthwhile() {
		return !isOver() && !this.election.isDecided() && !isHeldUp();
	}

	/** Returns whether the handover waits for the work that this call belongs to. */
	private boolean isHeldUp() {
		ElectionStatus status = this.election.status();
		Long token = status.fencingToken();
		return status.state() == ElectionState.DRAINING && token != null && (isByWorkOf(token) || isWorkOf(token));
	}

	private boolean isWorkOf(long token) {
		if (WorkScope.find(this.election.name(), token) != null) {
			return true;
		}
		// Work on another thread is recognized by its propagated term
		Leadership caller = LeadershipContext.get();
		return caller != null && caller.fencingToken() == token && caller.election().equals(this.election.name());
	}

	/**
	 * Returns whether the caller's work is still open: it may have finished during the
	 * wait.
	 */
	private boolean isByWorkOf(long token) {
		return this.caller != null && this.caller.isOpen() && this.caller.leadership().fencingToken() == token;
	}

	private boolean isOver() {
		return left().isZero();
	}

	/**
	 * Returns the time until the next check: {@link #LOOK}, or what is left if that is
	 * less.
	 */
	Duration step() {
		Duration left = left();
		return (left.compareTo(LOOK) < 0) ? left : LOOK;
	}

	/**
	 * Returns the remaining time to wait.
	 * @return the duration, never negative
	 */
	public Duration left() {
		Duration left = this.atMost.minusNanos(Ticker.system().nanos() - this.since);
		return left.isNegative() ? Duration.ZERO : left;
	}

}
