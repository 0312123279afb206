/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards the calls of one method. All settings are resolved once.
 */
public sealed class Guard permits ObservedGuard {

	private static final Logger logger = LoggerFactory.getLogger(OnLeaderInterceptor.class);

	private final String method;

	private final GuardedElection election;

	private final Otherwise otherwise;

	private final Duration waitForLeader;

	private final OnLoss onLoss;

	private final Supplier<@Nullable Object> skipValue;

	private final GuardObserver.Recorder recorder;

	private final VacancyLog vacancyLog;

	private final @Nullable StallGuard stallGuard;

	private final @Nullable CallFilter filter;

	private final @Nullable CallObserver observer;

	/**
	 * Creates the guard.
	 * @param method the name of the method in messages
	 * @param election the election that this instance must lead
	 * @param otherwise what happens when this instance does not lead
	 * @param waitForLeader how long to wait while nobody leads
	 * @param onLoss what happens to a running call when leadership is lost
	 * @param skipValue supplies the result of a skipped call
	 * @param recorder is notified of the calls
	 * @param vacancyLog logs calls that were skipped while nobody leads
	 * @param stallGuard watches calls that must not take too long, or {@code null}
	 * @param filter decides whether the method is called, or {@code null} if it always is
	 * @param observer observes each call, or {@code null}
	 */
	Guard(String method, GuardedElection election, Otherwise otherwise, Duration waitForLeader, OnLoss onLoss,
			Supplier<@Nullable Object> skipValue, GuardObserver.Recorder recorder, VacancyLog vacancyLog,
			@Nullable StallGuard stallGuard, @Nullable CallFilter filter, @Nullable CallObserver observer) {
		this.method = method;
		this.election = election;
		this.otherwise = otherwise;
		this.waitForLeader = waitForLeader;
		this.onLoss = onLoss;
		this.skipValue = skipValue;
		this.recorder = recorder;
		this.vacancyLog = vacancyLog;
		this.stallGuard = stallGuard;
		this.filter = filter;
		this.observer = observer;
	}

	/**
	 * Creates the guard of one call.
	 * @param guard the guard of the method
	 */
	Guard(Guard guard) {
		this(guard.method, guard.election, guard.otherwise, guard.waitForLeader, guard.onLoss, guard.skipValue,
				guard.recorder, guard.vacancyLog, guard.stallGuard, guard.filter, guard.observer);
	}

	/** Returns whether each call is observed. */
	boolean isObserved() {
		return this.observer != null;
	}

	/**
	 * Begins a call.
	 * @param context reads a key of the caller's reactive context
	 * @return the guard of this call: this one if calls are not observed
	 */
	public Guard begin(Function<Object, @Nullable Object> context) {
		return (this.observer != null) ? new ObservedGuard(this, this.observer.begin(context)) : this;
	}

	/**
	 * Enters the observed call on the current thread.
	 * @return the scope, which the thread closes when it leaves the call
	 */
	public CallObserver.Scope open() {
		return CallObserver.Scope.NONE;
	}

	/**
	 * Returns the entries that observation adds to the reactive context inside the call.
	 * @return the values by key
	 */
	public Map<Object, Object> context() {
		return Map.of();
	}

	/**
	 * Reports that the call ended before the method was called. Has no effect if the end
	 * is already known.
	 * @param failure why, or {@code null}
	 */
	public void notCalled(@Nullable Throwable failure) {
	}

	/** Returns the name of the method in messages. */
	String method() {
		return this.method;
	}

	OnLoss onLoss() {
		return this.onLoss;
	}

	/** Returns the supplier of a skipped call's result. */
	Supplier<@Nullable Object> skipValue() {
		return this.skipValue;
	}

	/**
	 * Returns the election that this instance must lead.
	 * @return the election
	 */
	public GuardedElection election() {
		return this.election;
	}

	/**
	 * Returns whether a call waits while nobody leads.
	 * @return {@code true} if {@code waitForLeader} is positive
	 */
	public boolean waits() {
		return !this.waitForLeader.isZero();
	}

	/**
	 * Enters on the calling thread. Waits for a leader if {@code waitForLeader} is set.
	 * @return the call, or {@code null} if this instance does not lead
	 */
	@Nullable DetachableCall enter() {
		DetachableCall call = tryEnter();
		return (call != null || !waits()) ? call : enterLater(beginWait());
	}

	/**
	 * Enters as {@link #enter()} does, but never waits.
	 * @return the call, or {@code null} if this instance does not lead
	 */
	public @Nullable DetachableCall tryEnter() {
		DetachableCall call = this.election.tryEnter(this.onLoss);
		return (call == null || this.filter != null) ? call : watch(call);
	}

	private DetachableCall watch(DetachableCall call) {
		if (this.stallGuard == null) {
			return call;
		}
		try {
			return this.stallGuard.watch(call);
		}
		catch (Throwable ex) {
			// The scheduler refused the alarm. A call that never leaves would block every
			// handover
			call.close();
			throw ex;
		}
	}

	/**
	 * Decides, inside a call, whether the method is called. The time that the filter
	 * needs before and after the method does not count towards the duration of the call.
	 * @param call the call; this method closes it if the method is not called
	 * @return the call to use instead, or {@code null}
	 */
	@Nullable DetachableCall admit(DetachableCall call) {
		if (this.filter == null) {
			return call;
		}
		DetachableCall admitted = null;
		try {
			admitted = this.filter.admit(call);
		}
		finally {
			if (admitted == null) {
				call.close();
			}
		}
		if (admitted == null) {
			notCalled(null);
		}
		return (admitted != null) ? watch(admitted) : null;
	}

	/**
	 * Begins a wait on the thread of the caller.
	 * @return the wait
	 */
	public LeaderWait beginWait() {
		return LeaderWait.begin(this.election, this.waitForLeader);
	}

	private @Nullable DetachableCall enterLater(LeaderWait wait) {
		DetachableCall call = null;
		while (call == null && wait.isWorthwhile()) {
			try {
				this.election.awaitLeader(wait.step());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return null;
			}
			call = tryEnter();
		}
		// The election may have been decided between the last attempt and the last check
		return (call != null) ? call : tryEnter();
	}

	/**
	 * Reports that the call has returned.
	 * @param call the call
	 */
	public void leave(DetachableCall call) {
		call.close();
		ended(call.interrupted(), null);
	}

	/**
	 * Reports that the call has thrown an exception.
	 * @param call the call
	 * @param failure what was thrown
	 * @return the exception for the caller
	 */
	public Throwable failed(DetachableCall call, Throwable failure) {
		call.close();
		boolean interrupted = call.interrupted();
		Throwable seen = interrupted ? lost(call.leadership(), failure) : failure;
		ended(interrupted, seen);
		return seen;
	}

	/**
	 * Records that the work has ended.
	 * @param interrupted whether it was interrupted because leadership was lost
	 * @param failure how it failed, or {@code null}
	 */
	public void ended(boolean interrupted, @Nullable Throwable failure) {
		record(interrupted ? GuardOutcome.INTERRUPTED : GuardOutcome.EXECUTED, failure);
	}

	/** Records the outcome of a call. */
	void record(GuardOutcome outcome, @Nullable Throwable failure) {
		this.recorder.record(outcome);
	}

	/**
	 * Returns the exception for the caller of work that failed because leadership was
	 * lost.
	 * @param leadership the term that was lost
	 * @param failure the exception of the work
	 * @return the exception for the caller
	 */
	Throwable lost(Leadership leadership, Throwable failure) {
		return (failure instanceof LeadershipLostException || failure instanceof Error) ? failure
				: new LeadershipLostException(this.election.name(), leadership.fencingToken(), failure);
	}

	/**
	 * Refuses the call.
	 * @return the result for the caller
	 * @throws NotLeaderException if the annotation requires it
	 */
	@Nullable Object refuse() {
		NotLeaderException refusal = refusal();
		if (refusal != null) {
			throw refusal;
		}
		return this.skipValue.get();
	}

	/**
	 * Records and logs that the call is refused.
	 * @return the exception for the caller, or {@code null} if the call is skipped
	 */
	public @Nullable NotLeaderException refusal() {
		Leader leader = this.election.leader().orElse(null);
		if (this.otherwise == Otherwise.THROW) {
			NotLeaderException refusal = new NotLeaderException(this.election.name(), leader);
			record(GuardOutcome.REJECTED, refusal);
			return refusal;
		}
		if (leader == null) {
			record(GuardOutcome.VACANT, null);
			this.vacancyLog.skipped(this.method, this.election.status());
		}
		else {
			record(GuardOutcome.SKIPPED, null);
			logger.debug("{} is skipped: this instance does not lead election '{}'", this.method, this.election.name());
		}
		return null;
	}

}
