/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this instance from leading what it is not fit to lead. Questions are put on
 * threads of their own, one for each question up to a bound, so that one that hangs holds
 * up neither the elections nor the other questions. An instance is withheld from start
 * until it is found fit.
 */
final class EligibilityMonitor {

	private final LeaderElections elections;

	private final EligibilityQuestions questions;

	private final TimeSystem time;

	private final boolean contending;

	private @Nullable EligibilityRun run;

	/**
	 * Makes a monitor.
	 * @param elections what to keep this instance from
	 * @param questions what to ask
	 * @param mode whether elections are contended in; else there is nothing to do
	 * @param time clocks and threads
	 */
	EligibilityMonitor(LeaderElections elections, EligibilityQuestions questions, ElectionMode mode, TimeSystem time) {
		this.elections = elections;
		this.questions = questions;
		this.contending = mode == ElectionMode.ELECT;
		this.time = time;
	}

	/**
	 * Checks that all that is to be asked is there.
	 * @throws LeaderElectionConfigurationException if something is not
	 */
	void check() {
		this.questions.check();
	}

	/**
	 * Withholds this instance until it is found fit, if there is anything to ask. Ends
	 * what is still being asked.
	 */
	synchronized void start() {
		stop();
		if (this.contending && this.questions.any()) {
			this.run = new EligibilityRun(this.elections, this.questions, this.time);
			this.run.begin();
		}
	}

	/** Asks no more. Does nothing if nothing is asked. */
	synchronized void stop() {
		if (this.run != null) {
			this.run.end();
			this.run = null;
		}
	}

	/**
	 * Asks no more once something is over, which may be after the next start.
	 * @param over completes when it is over
	 * @return completes when this is stopped, or was started again
	 */
	synchronized CompletionStage<?> stopAfter(CompletionStage<?> over) {
		EligibilityRun current = this.run;
		return over.handle((done, failure) -> {
			stop(current);
			return null;
		});
	}

	private synchronized void stop(@Nullable EligibilityRun ended) {
		if (ended != null && ended.equals(this.run)) {
			stop();
		}
	}

}
