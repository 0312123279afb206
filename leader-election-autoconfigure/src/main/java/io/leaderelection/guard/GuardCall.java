/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;

import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.DetachedCall;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method, from its beginning to its end: it enters the election if
 * this instance leads, perhaps {@linkplain #detach detaches} its work from the thread,
 * and ends once. Observation, ticks and the watch for calls that take too long begin and
 * end with it. The thread that enters also detaches or closes it; the watch may interrupt
 * it meanwhile.
 */
public final class GuardCall {

	private final Guard guard;

	private final CallObserver.@Nullable Call observed;

	private @Nullable EnteredCall entered;

	private CallFilter.@Nullable Admission admission;

	private StallGuard.@Nullable Watch watch;

	private volatile @Nullable DetachedCall work;

	private volatile boolean cancelled;

	GuardCall(Guard guard, CallObserver.@Nullable Call observed) {
		this.guard = guard;
		this.observed = observed;
	}

	/**
	 * Returns the guard of the method.
	 * @return the guard
	 */
	public Guard guard() {
		return this.guard;
	}

	/**
	 * Begins to observe the call on the current thread.
	 * @return the scope, which the thread closes when it leaves the call
	 */
	public CallObserver.Scope open() {
		return (this.observed != null) ? this.observed.open() : CallObserver.Scope.NONE;
	}

	/**
	 * Returns the entries that observation adds to the reactive context inside the call.
	 * @return the values by key
	 */
	public Map<Object, Object> context() {
		return (this.observed != null) ? this.observed.context() : Map.of();
	}

	/**
	 * Reports that the call ended without an outcome, for example before the method was
	 * called. Has no effect on a call with an outcome.
	 * @param failure why, or {@code null}
	 */
	public void endWithoutOutcome(@Nullable Throwable failure) {
		if (this.observed != null) {
			this.observed.end(null, failure);
		}
	}

	// Entering

	/**
	 * Enters on the calling thread. Waits for a leader if {@code waitForLeader} is set.
	 * @return {@code false} if this instance does not lead
	 */
	boolean enter() {
		return tryEnter() || (this.guard.waits() && enterLater(this.guard.beginWait()));
	}

	/**
	 * Enters as {@link #enter()} does, but never waits.
	 * @return {@code false} if this instance does not lead
	 */
	public boolean tryEnter() {
		EnteredCall call = this.guard.election.tryEnter(this.guard.onLoss);
		this.entered = call;
		if (call != null && this.guard.filter == null) {
			watch(call);
		}
		return call != null;
	}

	private boolean enterLater(LeaderWait wait) {
		boolean entered = false;
		while (!entered && wait.isWorthwhile()) {
			try {
				this.guard.election.awaitLeader(wait.step());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
			entered = tryEnter();
		}
		// The election may have been decided between the last attempt and the last check
		return entered || tryEnter();
	}

	private void watch(EnteredCall call) {
		StallGuard stallGuard = this.guard.stallGuard;
		if (stallGuard == null) {
			return;
		}
		try {
			this.watch = stallGuard.watch(this);
		}
		catch (Throwable ex) {
			// The scheduler refused the alarm. A call that never leaves would block every
			// handover
			leave(true, call);
			throw ex;
		}
	}

	/**
	 * Decides, inside the call, whether the method is called. The time that the filter
	 * needs before and after the method does not count towards the duration of the call.
	 * @return {@code false} if the method is not to be called; the call has ended then
	 */
	boolean admit() {
		EnteredCall call = entered();
		CallFilter filter = this.guard.filter;
		if (filter == null) {
			return true;
		}
		try {
			this.admission = filter.admit(call.leadership());
		}
		finally {
			if (this.admission == null) {
				call.close();
			}
		}
		if (this.admission == null) {
			endWithoutOutcome(null);
			return false;
		}
		watch(call);
		return true;
	}

	private EnteredCall entered() {
		EnteredCall entered = this.entered;
		if (entered == null) {
			throw new IllegalStateException("The call of " + this.guard.method + " has not entered");
		}
		return entered;
	}

	/**
	 * Returns the term.
	 * @return the term that the call has entered
	 */
	public Leadership leadership() {
		return entered().leadership();
	}

	// Ending

	/** Interrupts the thread and the work of the call, as a loss would. */
	void interrupt() {
		entered().interrupt();
		DetachedCall work = this.work;
		if (work != null) {
			this.cancelled = true;
			work.interrupt();
		}
	}

	/** Returns whether this was interrupted because leadership was lost or it stalled. */
	boolean interrupted() {
		return entered().interrupted();
	}

	/** Returns whether the work goes on without the thread that has entered. */
	boolean isDetached() {
		return this.work != null;
	}

	/**
	 * Detaches the work from this thread, as {@link EnteredCall#detach(Runnable)} does.
	 * The call ends with {@link #workCompleted}.
	 * @param cancellation stops the work
	 */
	public void detach(Runnable cancellation) {
		this.work = entered().detach(() -> {
			this.cancelled = true;
			cancellation.run();
		});
		if (this.admission != null) {
			this.admission.returned();
		}
		if (this.watch != null) {
			this.watch.returned();
		}
	}

	/** Leaves on the thread that has entered, unless the work is detached. */
	void close() {
		if (!isDetached()) {
			leave(interrupted(), entered());
		}
	}

	private void leave(boolean interrupted, EnteredCall call) {
		if (this.watch != null) {
			this.watch.end();
		}
		if (this.admission != null) {
			this.admission.endAndLeave(interrupted, call::close);
		}
		else {
			call.close();
		}
	}

	/**
	 * Reports that the method has returned and its work has ended.
	 */
	public void completed() {
		close();
		record(interrupted(), null);
	}

	/**
	 * Reports that the method has thrown an exception.
	 * @param failure what was thrown
	 * @return the exception for the caller
	 */
	public Throwable failed(Throwable failure) {
		close();
		boolean interrupted = interrupted();
		Throwable seen = interrupted ? lost(failure) : failure;
		record(interrupted, seen);
		return seen;
	}

	/**
	 * Leaves with work that was detached, if it was. On any thread; twice has no effect.
	 */
	public void closeWork() {
		DetachedCall work = this.work;
		if (work == null) {
			return;
		}
		if (this.watch != null) {
			this.watch.end();
		}
		if (this.admission != null) {
			this.admission.endAndLeaveSoon(this.cancelled, work::close);
		}
		else {
			work.close();
		}
	}

	/**
	 * Reports that the detached work has ended. On any thread.
	 * @param interrupted whether it was cancelled because leadership was lost
	 * @param failure how it failed, or {@code null}
	 */
	public void workCompleted(boolean interrupted, @Nullable Throwable failure) {
		try {
			closeWork();
		}
		finally {
			record(interrupted, failure);
		}
	}

	private void record(boolean interrupted, @Nullable Throwable failure) {
		record(interrupted ? GuardOutcome.INTERRUPTED : GuardOutcome.EXECUTED, failure);
	}

	private void record(GuardOutcome outcome, @Nullable Throwable failure) {
		this.guard.recorder.record(outcome);
		if (this.observed != null) {
			this.observed.end(outcome, failure);
		}
	}

	/**
	 * Returns the exception for the caller of work that failed because leadership was
	 * lost.
	 * @param failure the exception of the work
	 * @return the exception for the caller
	 */
	Throwable lost(Throwable failure) {
		return (failure instanceof LeadershipLostException || failure instanceof Error) ? failure
				: new LeadershipLostException(this.guard.election.name(), leadership().fencingToken(), failure);
	}

	// Refusing

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
		return skipped();
	}

	/** Returns the result of a skipped call. */
	@Nullable Object skipped() {
		return this.guard.skipValue.get();
	}

	/**
	 * Records and logs that the call is refused.
	 * @return the exception for the caller, or {@code null} if the call is skipped
	 */
	public @Nullable NotLeaderException refusal() {
		Leader leader = this.guard.election.leader().orElse(null);
		if (this.guard.otherwise == Otherwise.THROW) {
			NotLeaderException refusal = new NotLeaderException(this.guard.election.name(), leader);
			record(GuardOutcome.REJECTED, refusal);
			return refusal;
		}
		record(this.guard.skip(leader), null);
		return null;
	}

}
