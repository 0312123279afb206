/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps this instance from leading what it is not fit to lead. Questions are put on
 * threads of their own, one for each question up to a bound, so that one that hangs holds
 * up neither the elections nor the other questions. An instance is withheld from start
 * until it is found fit.
 */
final class EligibilityMonitor implements SmartInitializingSingleton, SmartLifecycle {

	/** Questions before this lifecycle's are asked in time to contend at once. */
	private static final int PHASE = DEFAULT_PHASE - 1;

	private final LeaderElections elections;

	private final EligibilityQuestions questions;

	private final TimeSystem time;

	private final boolean contending;

	private volatile boolean running;

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

	@Override
	public void afterSingletonsInstantiated() {
		this.questions.check();
	}

	@Override
	public synchronized void start() {
		this.running = true;
		if (this.contending && this.questions.any()) {
			this.run = new EligibilityRun(this.elections, this.questions, this.time);
			this.run.begin();
		}
	}

	@Override
	public synchronized void stop() {
		this.running = false;
		if (this.run != null) {
			this.run.end();
			this.run = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
