/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.WorkScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything about one guarded method, resolved once.
 */
public final class Guard {

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

	/**
	 * Creates the guard.
	 * @param method names the method in messages
	 * @param election what must be led
	 * @param otherwise what happens elsewhere
	 * @param waitForLeader how long to wait while nobody leads
	 * @param onLoss what happens to a running call when leadership is lost
	 * @param skipValue gives what a skipped call returns
	 * @param recorder is notified of the calls
	 * @param vacancyLog logs calls that were skipped while nobody leads
	 * @param stallGuard watches calls that must not take too long, or {@code null}
	 * @param filter decides whether the method is called, or {@code null} if it always is
	 */
	Guard(String method, GuardedElection election, Otherwise otherwise, Duration waitForLeader, OnLoss onLoss,
			Supplier<@Nullable Object> skipValue, GuardObserver.Recorder recorder, VacancyLog vacancyLog,
			@Nullable StallGuard stallGuard, @Nullable CallFilter filter) {
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
	}

	/** Names the method in messages. */
	String method() {
		return this.method;
	}

	OnLoss onLoss() {
		return this.onLoss;
	}

	/** Supplies what a skipped call returns. */
	Supplier<@Nullable Object> skipValue() {
		return this.skipValue;
	}

	/**
	 * The election that must be led.
	 * @return the election
	 */
	public GuardedElection election() {
		return this.election;
	}

	/**
	 * Whether a call waits while nobody leads.
	 * @return whether it does
	 */
	public boolean waits() {
		return !this.waitForLeader.isZero();
	}

	/**
	 * Enters on the calling thread, which waits if it should.
	 * @return the call, or {@code null} if this instance does not lead
	 */
	@Nullable DetachableCall enter() {
		DetachableCall call = tryEnter();
		return (call != null || !waits()) ? call : enterLater(beginWait());
	}

	/**
	 * As {@link #enter()}, without waiting.
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
			// The scheduler refuses. Every call that entered must leave, or no handover
			// ends
			call.close();
			throw ex;
		}
	}

	/**
	 * Decides inside a call whether the method is called. The time that the filter spends
	 * before and behind the method does not count as time of the call.
	 * @param call the call, which has ended if it is not
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
		return (admitted != null) ? watch(admitted) : null;
	}

	/**
	 * Begins to wait, on the thread of the caller.
	 * @return the wait
	 */
	public Wait beginWait() {
		Long token = this.election.status().fencingToken();
		WorkScope caller = (token != null) ? WorkScope.find(this.election.name(), token) : null;
		return new Wait(this.waitForLeader, Ticker.system().nanos(), caller);
	}

	/**
	 * Whether a call that was not let in should wait for a leader, or go on waiting. May
	 * be asked on any thread.
	 * @param wait the wait
	 * @return whether it should
	 */
	public boolean isWorthWaiting(Wait wait) {
		return !wait.isOver() && !this.election.isDecided() && !isHeldUp(wait);
	}

	/** Whether the handover to the next leader waits for whoever waits for it. */
	private boolean isHeldUp(Wait wait) {
		ElectionStatus status = this.election.status();
		Long token = status.fencingToken();
		return status.state() == ElectionState.DRAINING && token != null && (wait.isByWorkOf(token) || isWorkOf(token));
	}

	private boolean isWorkOf(long token) {
		if (WorkScope.find(this.election.name(), token) != null) {
			return true;
		}
		// Work that goes on elsewhere is known by its propagated term
		Leadership caller = LeadershipContext.get();
		return caller != null && caller.fencingToken() == token && caller.election().equals(this.election.name());
	}

	private @Nullable DetachableCall enterLater(Wait wait) {
		DetachableCall call = null;
		while (call == null && isWorthWaiting(wait)) {
			try {
				this.election.awaitLeader(wait.step());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return null;
			}
			call = tryEnter();
		}
		// It may have been decided just after it was tried
		return (call != null) ? call : tryEnter();
	}

	/**
	 * The call has returned.
	 * @param call the call
	 */
	public void leave(DetachableCall call) {
		call.close();
		ended(call.interrupted());
	}

	/**
	 * The call has thrown.
	 * @param call the call
	 * @param failure what was thrown
	 * @return what the caller gets to see
	 */
	public Throwable failed(DetachableCall call, Throwable failure) {
		leave(call);
		return call.interrupted() ? lost(call.leadership(), failure) : failure;
	}

	/**
	 * Work has ended.
	 * @param interrupted whether it was interrupted because leadership was lost
	 */
	public void ended(boolean interrupted) {
		this.recorder.record(interrupted ? GuardOutcome.INTERRUPTED : GuardOutcome.EXECUTED);
	}

	/**
	 * Work that was interrupted because leadership was lost has failed.
	 * @param leadership the term that was lost
	 * @param failure what the work threw
	 * @return what the caller gets to see
	 */
	Throwable lost(Leadership leadership, Throwable failure) {
		return (failure instanceof LeadershipLostException || failure instanceof Error) ? failure
				: new LeadershipLostException(this.election.name(), leadership.fencingToken(), failure);
	}

	/**
	 * The call is not made.
	 * @return what the caller gets instead
	 * @throws NotLeaderException if the annotation asks for it
	 */
	@Nullable Object refuse() {
		NotLeaderException refusal = refusal();
		if (refusal != null) {
			throw refusal;
		}
		return this.skipValue.get();
	}

	/**
	 * The call is not made. Records and logs that.
	 * @return the exception for the caller, or {@code null} if the call is skipped
	 */
	public @Nullable NotLeaderException refusal() {
		Leader leader = this.election.leader().orElse(null);
		if (this.otherwise == Otherwise.THROW) {
			this.recorder.record(GuardOutcome.REJECTED);
			return new NotLeaderException(this.election.name(), leader);
		}
		if (leader == null) {
			this.recorder.record(GuardOutcome.VACANT);
			this.vacancyLog.skipped(this.method, this.election.status());
		}
		else {
			this.recorder.record(GuardOutcome.SKIPPED);
			logger.debug("{} is skipped: this instance does not lead election '{}'", this.method, this.election.name());
		}
		return null;
	}

	/**
	 * How long a call waits for a leader.
	 *
	 * @param atMost all in all
	 * @param since the ticker when it began, in nanoseconds
	 * @param caller what the caller works in, if that is for the present term
	 */
	public record Wait(Duration atMost, long since, @Nullable WorkScope caller) {

		/**
		 * How often to look at what no event reports: a term was confirmed again, or a
		 * handover has begun that waits for the caller.
		 */
		public static final Duration LOOK = Duration.ofMillis(100);

		/** The caller may have finished while it waited. */
		boolean isByWorkOf(long token) {
			return this.caller != null && this.caller.isOpen() && this.caller.leadership().fencingToken() == token;
		}

		boolean isOver() {
			return left().isZero();
		}

		/** When this much is left, or less, look again. */
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

}
