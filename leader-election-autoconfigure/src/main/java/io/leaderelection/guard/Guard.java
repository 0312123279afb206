/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.OnLoss;
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

	final String method;

	final GuardedElection election;

	final Otherwise otherwise;

	final OnLoss onLoss;

	final Supplier<@Nullable Object> skipValue;

	final GuardObserver.Recorder recorder;

	final VacancyLog vacancyLog;

	final @Nullable StallGuard stallGuard;

	final @Nullable CallFilter filter;

	private final Duration waitForLeader;

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
	 * Begins a call, on the thread of the caller.
	 * @param context reads a key of the caller's reactive context
	 * @return the call, which has not entered the election
	 */
	public GuardCall begin(Function<Object, @Nullable Object> context) {
		return new GuardCall(this, (this.observer != null) ? this.observer.begin(context) : null);
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
	 * Begins a wait on the thread of the caller.
	 * @return the wait
	 */
	public LeaderWait beginWait() {
		return LeaderWait.begin(this.election, this.waitForLeader);
	}

	/**
	 * Logs that a call is skipped.
	 * @param leader the known leader, or {@code null}
	 * @return the outcome of the call
	 */
	GuardOutcome skip(@Nullable Leader leader) {
		ElectionStatus status = (leader == null) ? this.election.status() : null;
		if (status != null && VacancyLog.isVacancy(status, this.filter != null)) {
			this.vacancyLog.skipped(this.method, status);
			return GuardOutcome.VACANT;
		}
		logger.debug("{} is skipped: this instance does not lead election '{}'", this.method, this.election.name());
		return GuardOutcome.SKIPPED;
	}

}
