/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;

import io.leaderelection.store.Command;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.SharedFailureException;
import io.leaderelection.time.Ticker;

/**
 * Logs a failure that commands of several elections have in common once for all of them.
 * Other commands may succeed in between, so the failure ends when no command has met it
 * for {@link #QUIET}. Used only by the loop.
 */
public final class SharedFailures {

	/** How long no command has met a failure when it is over. */
	public static final Duration QUIET = Duration.ofMinutes(1);

	private final ElectionLog log;

	private final Ticker ticker;

	private long failedAt;

	/**
	 * Creates an object without a failure.
	 * @param log the log of the store, for these failures only
	 * @param ticker measures the time without failure
	 */
	public SharedFailures(ElectionLog log, Ticker ticker) {
		this.log = log;
		this.ticker = ticker;
	}

	/**
	 * Logs the outcome of a command if it is a failure of this kind.
	 * @param command the command
	 * @param outcome its outcome
	 * @return whether it is one
	 */
	public boolean log(Command command, Outcome outcome) {
		if (outcome instanceof Outcome.Unknown unknown && unknown.cause() instanceof SharedFailureException) {
			this.failedAt = this.ticker.nanos();
			this.log.failed(unknown.cause(), command);
			return true;
		}
		return false;
	}

	/**
	 * Ends the failure if no command has met it for {@link #QUIET}.
	 * @param command a command that was answered
	 */
	public void answered(Command command) {
		if (this.log.current() != null && this.ticker.nanos() - this.failedAt >= QUIET.toNanos()) {
			this.log.succeeded(command);
		}
	}

}
