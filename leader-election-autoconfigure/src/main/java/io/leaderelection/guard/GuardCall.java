/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.EnteredCall;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method, from its beginning to its end: it enters the election if
 * this instance leads, perhaps {@linkplain #detach detaches} its work from the thread,
 * and ends once. Its {@linkplain CallCompanion companions} begin and end with it. The
 * thread that enters also detaches or closes it; a companion may interrupt it meanwhile.
 */
public final class GuardCall {

	private final Guard guard;

	private final CallObserver.Call observed;

	private @Nullable EnteredCall entered;

	private final OpenCompanions companions;

	private volatile @Nullable DetachedCall work;

	private volatile boolean cancelled;

	GuardCall(Guard guard, CallObserver.Call observed) {
		this.guard = guard;
		this.observed = observed;
		this.companions = OpenCompanions.of(guard.companions);
	}

	/**
	 * Returns the guard of the method.
	 * @return the guard
	 */
	public Guard guard() {
		return this.guard;
	}

	/**
	 * Returns the observation of the call, which ends with it.
	 * @return the observation; it does nothing if nobody observes the call
	 */
	public CallObserver.Call observation() {
		return this.observed;
	}

	/**
	 * Reports that the call ended without an outcome, for example before the method was
	 * called. Has no effect on a call with an outcome.
	 * @param failure why, or {@code null}
	 */
	public void endWithoutOutcome(@Nullable Throwable failure) {
		this.observed.end(null, failure);
	}

	// Entering

	/**
	 * Enters on the calling thread. Never waits.
	 * @return {@code false} if this instance does not lead
	 */
	public boolean tryEnter() {
		this.entered = this.guard.election.tryEnter(this.guard.onLoss);
		return this.entered != null;
	}

	/**
	 * Begins, inside the call, what accompanies it. May block.
	 * @return {@code false} if the method is not to be called; the call has ended then
	 */
	public boolean admit() {
		if (this.companions.begin(this, entered())) {
			return true;
		}
		endWithoutOutcome(null);
		return false;
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
	public void interrupt() {
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

	/**
	 * Returns whether the work goes on without the thread that has entered.
	 * @return {@code true} once the method has returned and its work goes on
	 */
	public boolean isDetached() {
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
		this.companions.returned();
	}

	/** Leaves on the thread that has entered, unless the work is detached. */
	void close() {
		if (!isDetached()) {
			this.companions.endAndLeave(interrupted(), entered());
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
		if (work != null) {
			this.companions.endAndLeaveSoon(this.cancelled, work);
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
		this.observed.end(outcome, failure);
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
	 * Records and logs that the call is refused.
	 * @return the exception for the caller, or {@code null} if the call is skipped
	 */
	public @Nullable NotLeaderException refusal() {
		Leader leader = this.guard.election.leader().orElse(null);
		NotLeaderException refusal = (this.guard.otherwise == Otherwise.THROW)
				? new NotLeaderException(this.guard.election.name(), leader, this.guard.election.status().suspension())
				: null;
		record((refusal != null) ? GuardOutcome.REJECTED : this.guard.skip(leader), refusal);
		return refusal;
	}

}
