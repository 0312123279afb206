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
 * One question whether this instance is eligible to lead. It is ineligible when no good
 * answer came for a while, for whatever reason: a bad answer, an exception, a question
 * that hangs. Touched by one thread, but for the question itself.
 */
final class EligibilityCheck {

	private final Supplier<@Nullable String> question;

	private final Duration patience;

	private final Ticker ticker;

	private long lastGood;

	private boolean eligible;

	/** Given back by whoever finds that no answer will come, on any thread. */
	private volatile boolean asking;

	private long asked;

	private String trouble = "not asked yet";

	/**
	 * Makes a check that is eligible until it has had time to find out.
	 * @param question answers what is wrong, or {@code null}
	 * @param patience how long to go without a good answer
	 * @param ticker counts that time
	 */
	EligibilityCheck(Supplier<@Nullable String> question, Duration patience, Ticker ticker) {
		this.question = question;
		this.patience = patience;
		this.ticker = ticker;
		this.lastGood = ticker.nanos();
		this.eligible = true;
	}

	/** Is ineligible until the first good answer. */
	void withhold() {
		this.eligible = false;
	}

	Duration patience() {
		return this.patience;
	}

	/**
	 * Asks, unless the last question is still open.
	 * @param askers answers the question
	 * @param self runs tasks on the thread that uses this check
	 * @param answered called when there is an answer
	 */
	void ask(Executor askers, Executor self, Runnable answered) {
		if (this.asking) {
			return;
		}
		this.asking = true;
		this.asked = this.ticker.nanos();
		try {
			askers.execute(() -> answer(self, answered));
		}
		catch (Throwable ex) {
			// First: there may be no memory for the rest
			this.asking = false;
			this.trouble = "the question could not be put: " + ex;
		}
	}

	private void answer(Executor self, Runnable answered) {
		boolean handedOver = false;
		try {
			String trouble = answer();
			self.execute(() -> {
				answered(trouble);
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

	private void answered(@Nullable String trouble) {
		this.asking = false;
		Duration took = Duration.ofNanos(this.ticker.nanos() - this.asked);
		if (trouble != null) {
			this.trouble = trouble;
		}
		else if (took.compareTo(this.patience) >= 0) {
			this.trouble = "the answer took " + took.toMillis() + " ms";
		}
		else {
			this.lastGood = this.ticker.nanos();
			this.eligible = true;
		}
	}

	/**
	 * Leaves time out of account in which nobody could ask or answer.
	 * @param nanos how much
	 */
	void forgive(long nanos) {
		this.lastGood += nanos;
		this.asked += nanos;
	}

	/** Whether this instance is eligible as far as this check knows. */
	boolean isEligible() {
		if (this.ticker.nanos() - this.lastGood >= this.patience.toNanos()) {
			this.eligible = false;
		}
		return this.eligible;
	}

	/** The last reason for not being eligible. */
	String trouble() {
		boolean hangs = this.asking && this.ticker.nanos() - this.lastGood >= this.patience.toNanos();
		return hangs ? "no answer" : this.trouble;
	}

}
