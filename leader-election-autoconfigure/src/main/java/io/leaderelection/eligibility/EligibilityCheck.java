/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One check of whether this instance is eligible to lead. The instance becomes ineligible
 * if there was no positive answer for a while, for any reason: a negative answer, an
 * exception, or a call that hangs. Confined to one thread, except the question itself.
 */
final class EligibilityCheck {

	private final Supplier<@Nullable String> question;

	private final Duration patience;

	private final Ticker ticker;

	private long lastGood;

	private boolean eligible;

	/** Whether a question is open. Reset on any thread when no answer will come. */
	private volatile boolean asking;

	private long askedAt;

	private String problem = "not checked yet";

	/**
	 * Creates a check that is eligible until its patience has passed.
	 * @param question returns the problem, or {@code null} if there is none
	 * @param patience the maximum time without a positive answer
	 * @param ticker measures that time
	 */
	EligibilityCheck(Supplier<@Nullable String> question, Duration patience, Ticker ticker) {
		this.question = question;
		this.patience = patience;
		this.ticker = ticker;
		this.lastGood = ticker.nanos();
		this.eligible = true;
	}

	/** Makes the check ineligible until the first positive answer. */
	void withhold() {
		this.eligible = false;
	}

	Duration patience() {
		return this.patience;
	}

	/**
	 * Asks the question unless the last one is still open.
	 * @param askers runs the question
	 * @param self runs tasks on the thread that uses this check
	 * @param answered called when there is an answer
	 */
	void ask(Executor askers, Executor self, Runnable answered) {
		if (this.asking) {
			return;
		}
		this.asking = true;
		this.askedAt = this.ticker.nanos();
		try {
			askers.execute(() -> answer(self, answered));
		}
		catch (Throwable ex) {
			// First, because there may be no memory for the rest
			this.asking = false;
			this.problem = "the check could not be started: " + ex;
		}
	}

	private void answer(Executor self, Runnable answered) {
		boolean handedOver = false;
		try {
			String problem = answer();
			self.execute(() -> {
				answered(problem);
				answered.run();
			});
			handedOver = true;
		}
		finally {
			if (!handedOver) {
				this.asking = false;
			}
		}
	}

	private @Nullable String answer() {
		try {
			return this.question.get();
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			return ex.toString();
		}
	}

	private void answered(@Nullable String problem) {
		this.asking = false;
		Duration took = Duration.ofNanos(this.ticker.nanos() - this.askedAt);
		if (problem != null) {
			this.problem = problem;
		}
		else if (took.compareTo(this.patience) >= 0) {
			this.problem = "the answer took " + took.toMillis() + " ms";
		}
		else {
			this.lastGood = this.ticker.nanos();
			this.eligible = true;
		}
	}

	/**
	 * Excludes a time in which no question could be asked or answered.
	 * @param nanos the length of that time, in nanoseconds
	 */
	void exclude(long nanos) {
		this.lastGood += nanos;
		this.askedAt += nanos;
	}

	/** Returns whether this instance is eligible according to this check. */
	boolean isEligible() {
		if (this.ticker.nanos() - this.lastGood >= this.patience.toNanos()) {
			this.eligible = false;
		}
		return this.eligible;
	}

	/** Returns the last reason for being ineligible. */
	String problem() {
		boolean hangs = this.asking && this.ticker.nanos() - this.lastGood >= this.patience.toNanos();
		return hangs ? "no answer" : this.problem;
	}

}
