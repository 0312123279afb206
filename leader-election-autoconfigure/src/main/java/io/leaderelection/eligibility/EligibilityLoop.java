/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Keeps this instance from leading elections that it is not eligible for. Each question
 * runs on its own thread, up to a limit, so that one that hangs delays neither the
 * elections nor the other questions. From the start on, an instance is withheld until it
 * is eligible.
 */
public final class EligibilityLoop {

	private static final Logger logger = LoggerFactory.getLogger(EligibilityLoop.class);

	private static final int MOST_THREADS = 32;

	private static final int QUESTIONS_PER_PATIENCE = 4;

	private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

	private final LeaderElections elections;

	private final Function<String, Rule> rules;

	private final Supplier<@Nullable HealthNames> health;

	private final ObjectProvider<LeadershipEligibility> beans;

	private final TimeSystem time;

	private @Nullable Run run;

	/**
	 * Creates the loop.
	 * @param elections the elections of this instance
	 * @param rules the rule of each election, by its name
	 * @param health supplies the health that rules name, or {@code null} if none does
	 * @param beans the application's own beans to ask
	 * @param time the clocks and threads
	 */
	public EligibilityLoop(LeaderElections elections, Function<String, Rule> rules,
			Supplier<@Nullable HealthNames> health, ObjectProvider<LeadershipEligibility> beans, TimeSystem time) {
		this.elections = elections;
		this.rules = rules;
		this.health = health;
		this.beans = beans;
		this.time = time;
	}

	/**
	 * Starts the checks, and withholds this instance from each election that has checks
	 * until it is eligible. An election joined later is checked, too, but not withheld at
	 * first. Restarts the checks if they are running. Does nothing if there are none.
	 */
	public synchronized void start() {
		stop();
		if (this.health.get() != null || this.beans.stream().findAny().isPresent()) {
			this.run = new Run();
			this.run.begin();
		}
	}

	/** Stops the checks. Does nothing if none are running. */
	public synchronized void stop() {
		if (this.run != null) {
			this.run.end();
			this.run = null;
		}
	}

	/**
	 * Stops the checks when a stage completes, which may be after the next start.
	 * @param over the stage to wait for
	 * @return a stage that completes when the checks are stopped, or have been started
	 * again
	 */
	public synchronized CompletionStage<?> stopAfter(CompletionStage<?> over) {
		Run current = this.run;
		return over.handle((done, failure) -> {
			stop(current);
			return null;
		});
	}

	private synchronized void stop(@Nullable Run ended) {
		if (ended != null && ended.equals(this.run)) {
			stop();
		}
	}

	/**
	 * The checks that make an instance eligible to lead an election.
	 *
	 * @param healthNames the names of health contributors and groups, all of which must
	 * be healthy
	 * @param ineligibleAfter the time that they may be unhealthy
	 */
	public record Rule(List<String> healthNames, Duration ineligibleAfter) {

		public Rule {
			healthNames = List.copyOf(healthNames);
		}

	}

	/**
	 * The checks from a start to the next stop. Confined to the scheduler's thread,
	 * except begin, end and the questions themselves.
	 */
	private final class Run {

		private final Ticker ticker;

		private final Scheduler scheduler;

		private final WorkerPool askers;

		private final Map<String, ElectionEligibility> watches = new HashMap<>();

		/** The checks by rule. Elections with the same rule share a check. */
		private final Map<Rule, EligibilityCheck> shared = new HashMap<>();

		/** The time of the next round, by the ticker. */
		private long due;

		private Duration interval = Duration.ZERO;

		/** Cancels the repetition of rounds. */
		private Scheduler.Cancellation repetition = () -> {
		};

		/** Guarded by this run, so that no verdict is applied during or after the end. */
		private boolean ended;

		Run() {
			TimeSystem time = EligibilityLoop.this.time;
			this.ticker = time.ticker();
			this.scheduler = time.scheduler("leader-election-eligibility");
			this.askers = time.workers("leader-election-eligible", 1);
		}

		/** Withholds the instance from all elections and starts the checks. */
		void begin() {
			EligibilityLoop.this.elections.all().forEach((election) -> watch(election).withhold());
			this.due = this.ticker.nanos();
			repeatChecks();
			this.scheduler.execute(this::checkAll);
		}

		/** Ends the checks. No election is changed after this method has returned. */
		synchronized void end() {
			this.ended = true;
			this.scheduler.close();
			this.askers.close();
		}

		private void checkAll() {
			try {
				excludePause();
				List<LeaderElection> elections = EligibilityLoop.this.elections.all();
				each(elections, this::watch);
				this.watches.values().removeIf((watch) -> !elections.contains(watch.election()));
				Set<EligibilityCheck> checks = checks();
				// Drop unused checks, so that an election joined later does not get an
				// old answer
				this.shared.values().retainAll(checks);
				this.askers.resize(Math.max(1, Math.min(MOST_THREADS, checks.size())));
				each(checks, (check) -> check.ask(this.askers, this::receive, this::judge));
				judge();
				repeatChecks();
			}
			catch (Throwable ex) {
				logFailure(ex);
			}
			finally {
				this.due = this.ticker.nanos() + this.interval.toNanos();
			}
		}

		/** Starts the new repetition before it cancels the old one. */
		private void repeatChecks() {
			Duration interval = interval();
			if (!interval.equals(this.interval)) {
				Scheduler.Cancellation before = this.repetition;
				this.repetition = this.scheduler.repeat(interval, this::checkAll);
				this.interval = interval;
				before.cancel();
			}
		}

		/**
		 * Runs an action for each element. An exception for one element does not affect
		 * the others.
		 */
		private static <T> void each(Collection<T> all, Consumer<T> action) {
			for (T one : all) {
				try {
					action.accept(one);
				}
				catch (Throwable ex) {
					logFailure(ex);
				}
			}
		}

		private static void logFailure(Throwable failure) {
			if (failure instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			try {
				logger.error("Eligibility for leadership could not be checked. It is tried again", failure);
			}
			catch (Throwable ex) {
				// The log itself failed, and there is nowhere else to report it
			}
		}

		private void receive(Runnable answer) {
			this.scheduler.execute(() -> {
				try {
					excludePause();
				}
				finally {
					answer.run();
				}
			});
		}

		/**
		 * Excludes a pause of the process from the checks, because nothing is known about
		 * its health during the pause.
		 */
		private void excludePause() {
			long late = this.ticker.nanos() - this.due;
			if (late > 0) {
				this.due += late;
				checks().forEach((check) -> check.exclude(late));
			}
		}

		/**
		 * Returns the checks of an election. An election joined later is eligible until a
		 * check fails.
		 */
		@SuppressWarnings("ReferenceEquality") // an election joined again is a new object
		private ElectionEligibility watch(LeaderElection election) {
			String name = election.name();
			ElectionEligibility watch = this.watches.get(name);
			if (watch == null || watch.election() != election) {
				watch = new ElectionEligibility(GuardedElection.of(election), checks(name));
				this.watches.put(name, watch);
			}
			return watch;
		}

		private List<EligibilityCheck> checks(String election) {
			Rule rule = EligibilityLoop.this.rules.apply(election);
			Duration patience = rule.ineligibleAfter();
			HealthNames health = EligibilityLoop.this.health.get();
			List<LeadershipEligibility> beans = EligibilityLoop.this.beans.orderedStream().toList();
			List<EligibilityCheck> checks = new ArrayList<>();
			if (health != null && !rule.healthNames().isEmpty()) {
				checks.add(this.shared.computeIfAbsent(rule,
						(absent) -> new EligibilityCheck(() -> health.problem(rule.healthNames()), patience,
								this.ticker)));
			}
			if (!beans.isEmpty()) {
				checks.add(new EligibilityCheck(() -> refusal(beans, election), patience, this.ticker));
			}
			return checks;
		}

		private static @Nullable String refusal(List<LeadershipEligibility> beans, String election) {
			for (LeadershipEligibility bean : beans) {
				if (!bean.isEligible(election)) {
					return bean.getClass().getName() + " says so";
				}
			}
			return null;
		}

		private Set<EligibilityCheck> checks() {
			Set<EligibilityCheck> checks = new LinkedHashSet<>();
			this.watches.values().forEach((watch) -> checks.addAll(watch.checks()));
			return checks;
		}

		private synchronized void judge() {
			if (!this.ended) {
				each(this.watches.values(), ElectionEligibility::judge);
			}
		}

		private Duration interval() {
			Duration interval = LONGEST_INTERVAL;
			for (EligibilityCheck check : checks()) {
				Duration own = check.patience().dividedBy(QUESTIONS_PER_PATIENCE);
				interval = (own.compareTo(interval) < 0) ? own : interval;
			}
			return interval;
		}

	}

}
