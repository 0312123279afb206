/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One check of whether this instance is eligible to lead. The instance becomes ineligible
 * if there was no positive answer for a while, for any reason: a negative answer, an
 * exception, or a call that hangs. Confined to one thread, except the question itself.
 */
final class EligibilityCheck {

	private final Callable<@Nullable String> question;

	private final Duration patience;

	private final Ticker ticker;

	private long lastGood;

	private boolean eligible = true;

	/** The question that is being answered. */
	private @Nullable FutureTask<@Nullable String> asked;

	private long askedAt;

	private String problem = "not checked yet";

	/**
	 * Creates a check that is eligible until its patience has passed.
	 * @param question returns the problem, or {@code null} if there is none
	 * @param patience the maximum time without a positive answer
	 * @param ticker measures that time
	 */
	EligibilityCheck(Callable<@Nullable String> question, Duration patience, Ticker ticker) {
		this.question = question;
		this.patience = patience;
		this.ticker = ticker;
		this.lastGood = ticker.nanos();
	}

	/** Makes the check ineligible until the first positive answer. */
	void withhold() {
		this.eligible = false;
	}

	Duration patience() {
		return this.patience;
	}

	/**
	 * Asks the question unless the last one is still open. If it cannot be asked, the
	 * next call asks it.
	 * @param askers runs the question
	 * @param answered called on the thread of the question when there is an answer
	 */
	void ask(Executor askers, Runnable answered) {
		readAnswer();
		if (this.asked != null) {
			return;
		}
		FutureTask<@Nullable String> asked = new FutureTask<>(this.question) {

			@Override
			protected void done() {
				answered.run();
			}

		};
		this.askedAt = this.ticker.nanos();
		Throwable refused = ForeignCode.call(askers::execute, asked);
		if (refused == null) {
			this.asked = asked;
		}
		else {
			this.problem = "the check could not be started: " + refused;
		}
	}

	/** Returns whether this instance is eligible according to this check. */
	boolean isEligible() {
		readAnswer();
		if (isOverdue()) {
			this.eligible = false;
		}
		return this.eligible;
	}

	/** Returns the last reason for being ineligible. */
	String problem() {
		return (this.asked != null && isOverdue()) ? "no answer" : this.problem;
	}

	private boolean isOverdue() {
		return this.ticker.nanos() - this.lastGood >= this.patience.toNanos();
	}

	private void readAnswer() {
		FutureTask<@Nullable String> asked = this.asked;
		if (asked == null || !asked.isDone()) {
			return;
		}
		this.asked = null;
		long now = this.ticker.nanos();
		Duration took = Duration.ofNanos(now - this.askedAt);
		String problem = answer(asked);
		if (problem != null) {
			this.problem = problem;
		}
		else if (took.compareTo(this.patience) >= 0) {
			this.problem = "the answer took " + took.toMillis() + " ms";
		}
		else {
			this.lastGood = now;
			this.eligible = true;
		}
	}

	private static @Nullable String answer(FutureTask<@Nullable String> asked) {
		try {
			return asked.get();
		}
		catch (ExecutionException ex) {
			return String.valueOf(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return ex.toString();
		}
	}

}
