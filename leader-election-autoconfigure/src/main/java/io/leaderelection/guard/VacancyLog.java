/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.time.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs calls that were skipped while no leader is known, perhaps by all instances. Logs
 * at most once a minute for each method, with the number of skipped calls. Does not log
 * before the first answer from the store, because a vacancy is not known until then.
 */
final class VacancyLog {

	private static final Logger logger = LoggerFactory.getLogger(OnLeaderInterceptor.class);

	private static final long INTERVAL = Duration.ofMinutes(1).toNanos();

	private final Ticker ticker;

	private final boolean contends;

	private final AtomicLong next;

	private final AtomicLong silent = new AtomicLong();

	/**
	 * Creates the log of a method.
	 * @param ticker measures the minute
	 * @param contends whether this instance uses a store, so that an answer will come
	 */
	VacancyLog(Ticker ticker, boolean contends) {
		this.ticker = ticker;
		this.contends = contends;
		this.next = new AtomicLong(ticker.nanos());
	}

	/**
	 * Returns whether perhaps no instance runs a call that this one skips. An instance
	 * that shuts down knows no leader any more, but its successor runs the call, or makes
	 * up for it if it is a tick.
	 * @param status the state of the election, without a known leader
	 * @param once whether the call is a tick, which the next leader makes up for
	 */
	static boolean isVacancy(ElectionStatus status, boolean once) {
		List<Transition> transitions = status.transitions();
		boolean shutDown = status.state() == ElectionState.STOPPED && transitions.stream()
			.skip(Math.max(0, transitions.size() - 2))
			.anyMatch((transition) -> transition.cause() == TransitionCause.SHUTDOWN);
		return !shutDown && status.state() != ElectionState.SUSPENDED
				&& !(once && status.state() == ElectionState.DRAINING);
	}

	void skipped(String method, ElectionStatus status) {
		String election = status.election();
		if (this.contends && status.lastContact() == null && status.lastError() == null) {
			logger.debug("{} was skipped before the first answer from the store of election '{}'", method, election);
			return;
		}
		long now = this.ticker.nanos();
		long due = this.next.get();
		if (now - due >= 0 && this.next.compareAndSet(due, now + INTERVAL)) {
			long before = this.silent.getAndSet(0);
			logger.warn(
					"{} was skipped{} while nobody is known to lead election '{}', so perhaps no instance ran it. "
							+ "@OnLeader(waitForLeader = ...) waits for a leader. A job that is once per tick is run "
							+ "by the next leader",
					method, (before > 0) ? " (" + (before + 1) + " times in the last minute or more)" : "", election);
		}
		else {
			this.silent.incrementAndGet();
		}
	}

}
