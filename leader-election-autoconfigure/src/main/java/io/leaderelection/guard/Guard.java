/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.OnLoss;
import io.leaderelection.Suspension;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards the calls of one method. All settings are resolved once.
 */
public final class Guard {

	private static final Logger logger = LoggerFactory.getLogger(OnLeaderInterceptor.class);

	private static final CallObserver.Call UNOBSERVED = new UnobservedCall();

	final String method;

	final GuardedElection election;

	final Otherwise otherwise;

	final OnLoss onLoss;

	final Supplier<@Nullable Object> skipValue;

	final GuardObserver.Recorder recorder;

	final VacancyLog vacancyLog;

	/** In the order in which they begin. */
	final List<CallCompanion.OfMethod> companions;

	private final Duration waitForLeader;

	private final CallObserver observer;

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
	 * @param companions accompany each call, in the order in which they begin
	 * @param observer observes each call, or {@code null}
	 */
	Guard(String method, GuardedElection election, Otherwise otherwise, Duration waitForLeader, OnLoss onLoss,
			Supplier<@Nullable Object> skipValue, GuardObserver.Recorder recorder, VacancyLog vacancyLog,
			List<CallCompanion.OfMethod> companions, @Nullable CallObserver observer) {
		this.method = method;
		this.election = election;
		this.otherwise = otherwise;
		this.waitForLeader = waitForLeader;
		this.onLoss = onLoss;
		this.skipValue = skipValue;
		this.recorder = recorder;
		this.vacancyLog = vacancyLog;
		this.companions = List.copyOf(companions);
		this.observer = (observer != null) ? observer : (context) -> UNOBSERVED;
	}

	/**
	 * Begins a call, on the thread of the caller.
	 * @param context reads a key of the caller's reactive context
	 * @return the call, which has not entered the election
	 */
	public GuardCall begin(Function<Object, @Nullable Object> context) {
		return new GuardCall(this, this.observer.begin(context));
	}

	/**
	 * Returns the election that this instance must lead.
	 * @return the election
	 */
	public GuardedElection election() {
		return this.election;
	}

	/**
	 * Enters a call on the calling thread. Waits for a leader if {@code waitForLeader} is
	 * set.
	 * @param call the call
	 * @return {@code false} if this instance does not lead
	 */
	boolean enter(GuardCall call) {
		return call.tryEnter() || (waits() && beginWait().enter(call::tryEnter));
	}

	/**
	 * Returns whether a call waits while nobody leads.
	 * @return {@code true} if {@code waitForLeader} is positive
	 */
	public boolean waits() {
		return !this.waitForLeader.isZero();
	}

	/**
	 * Begins a wait on the thread of the caller.
	 * @return the wait
	 */
	public LeaderWait beginWait() {
		return LeaderWait.begin(this.election, this.waitForLeader);
	}

	private boolean isMadeUpFor() {
		return this.companions.stream().anyMatch(CallCompanion.OfMethod::isMadeUpFor);
	}

	/**
	 * Logs that a call is skipped.
	 * @param leader the known leader, or {@code null}
	 * @return the outcome of the call
	 */
	GuardOutcome skip(@Nullable Leader leader) {
		ElectionStatus status = (leader == null || logger.isDebugEnabled()) ? this.election.status() : null;
		if (status != null && leader == null && VacancyLog.isVacancy(status, isMadeUpFor())) {
			this.vacancyLog.skipped(this.method, status);
			return GuardOutcome.VACANT;
		}
		Suspension suspension = (status != null) ? status.suspension() : null;
		if (suspension != null) {
			logger.debug("{} is skipped: election '{}' is suspended, because: {}", this.method, this.election.name(),
					suspension.reason());
			return GuardOutcome.SKIPPED;
		}
		logger.debug("{} is skipped: this instance does not lead election '{}'", this.method, this.election.name());
		return GuardOutcome.SKIPPED;
	}

}
