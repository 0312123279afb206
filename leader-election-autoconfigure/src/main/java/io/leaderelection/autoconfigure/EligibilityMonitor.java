/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps this instance from leading what it is not fit to lead. Questions are put on
 * threads of their own, one for each question up to a bound, so that one that hangs holds
 * up neither the elections nor the other questions. An instance is withheld from start
 * until it is found fit.
 */
final class EligibilityMonitor implements SmartInitializingSingleton, SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(EligibilityMonitor.class);

	/** Questions before this lifecycle's are asked in time to contend at once. */
	private static final int PHASE = DEFAULT_PHASE - 1;

	private static final int MOST_THREADS = 32;

	private static final int QUESTIONS_PER_PATIENCE = 4;

	private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

	private final LeaderElections elections;

	private final EligibilityQuestions questions;

	private final TimeSystem time;

	private final boolean contending;

	private volatile boolean running;

	private @Nullable Run run;

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
			this.run = new Run();
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

	/**
	 * From a start to a stop. Used by the scheduler's thread, but for begin and end.
	 */
	private final class Run {

		private final Scheduler scheduler = EligibilityMonitor.this.time.scheduler("leader-election-eligibility");

		private final WorkerPool askers = EligibilityMonitor.this.time.workers("leader-election-eligible", 1);

		private final Map<String, EligibilityWatch> watches = new HashMap<>();

		private final Map<EligibilityQuestions.Question, EligibilityCheck> shared = new HashMap<>();

		void begin() {
			EligibilityMonitor.this.elections.all().forEach((election) -> watch(election).withhold());
			this.scheduler.execute(this::look);
		}

		void end() {
			this.scheduler.close();
			this.askers.close();
		}

		private void look() {
			try {
				List<LeaderElection> elections = EligibilityMonitor.this.elections.all();
				elections.forEach(this::watch);
				this.watches.values().removeIf((watch) -> !elections.contains(watch.election()));
				Set<EligibilityCheck> checks = new LinkedHashSet<>();
				this.watches.values().forEach((watch) -> checks.addAll(watch.checks()));
				this.askers.resize(Math.max(1, Math.min(MOST_THREADS, checks.size())));
				checks.forEach((check) -> check.ask(this.askers, this.scheduler::execute, this::judge));
				judge();
			}
			catch (RuntimeException ex) {
				logger.error("Eligibility for leadership cannot be told", ex);
			}
			finally {
				this.scheduler.schedule(interval(), this::look);
			}
		}

		/** An election joined later is fit until it is found not to be. */
		@SuppressWarnings("ReferenceEquality") // one left and joined again is another
		private EligibilityWatch watch(LeaderElection election) {
			String name = election.name();
			EligibilityWatch watch = this.watches.get(name);
			if (watch == null || watch.election() != election) {
				watch = new EligibilityWatch(election, EligibilityMonitor.this.questions.checks(name,
						EligibilityMonitor.this.time.ticker(), this.shared));
				this.watches.put(name, watch);
			}
			return watch;
		}

		private void judge() {
			this.watches.values().forEach(EligibilityWatch::judge);
		}

		private Duration interval() {
			Duration interval = LONGEST_INTERVAL;
			for (EligibilityWatch watch : this.watches.values()) {
				for (EligibilityCheck check : watch.checks()) {
					Duration own = check.patience().dividedBy(QUESTIONS_PER_PATIENCE);
					interval = (own.compareTo(interval) < 0) ? own : interval;
				}
			}
			return interval;
		}

	}

}
