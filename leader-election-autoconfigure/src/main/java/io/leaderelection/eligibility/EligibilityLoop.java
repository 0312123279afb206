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
 * Keeps this instance from leading what it is not eligible to lead. Questions are asked
 * on threads of their own, one for each question up to a bound, so that one that hangs
 * delays neither the elections nor the other questions. An instance is withheld from
 * start until it is eligible.
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
	 * Makes a loop.
	 * @param elections what to keep this instance from
	 * @param rules the rule of each election, by its name
	 * @param health supplies the health that rules name, or {@code null} if none does
	 * @param beans the application's own beans to ask
	 * @param time clocks and threads
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
	 * Withholds this instance until it is eligible, if there is anything to ask for any
	 * election, also one joined later. Ends what is still being asked.
	 */
	public synchronized void start() {
		stop();
		if (this.health.get() != null || this.beans.stream().findAny().isPresent()) {
			this.run = new Run();
			this.run.begin();
		}
	}

	/** Asks no more. Does nothing if nothing is asked. */
	public synchronized void stop() {
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
	 * @param healthNames names of health contributors and groups, all of which must be
	 * healthy
	 * @param ineligibleAfter how long they may be unhealthy
	 */
	public record Rule(List<String> healthNames, Duration ineligibleAfter) {

		public Rule {
			healthNames = List.copyOf(healthNames);
		}

	}

	/**
	 * The questions and verdicts from a start to its stop. Everything happens on the
	 * scheduler's thread, but for begin, end and the questions themselves.
	 */
	private final class Run {

		private final Ticker ticker;

		private final Scheduler scheduler;

		private final WorkerPool askers;

		private final Map<String, ElectionEligibility> watches = new HashMap<>();

		/** Elections bound to the same health share the check. */
		private final Map<Rule, EligibilityCheck> shared = new HashMap<>();

		/** When to look next, by the ticker. */
		private long due;

		private Duration interval = Duration.ZERO;

		/** Ends the repetition of looks. */
		private Scheduler.Cancellation looks = () -> {
		};

		/** Guarded by this run: a verdict is not drawn while it ends, nor later. */
		private boolean ended;

		Run() {
			TimeSystem time = EligibilityLoop.this.time;
			this.ticker = time.ticker();
			this.scheduler = time.scheduler("leader-election-eligibility");
			this.askers = time.workers("leader-election-eligible", 1);
		}

		/** Withholds the instance from all elections, and looks from now on. */
		void begin() {
			EligibilityLoop.this.elections.all().forEach((election) -> watch(election).withhold());
			this.due = this.ticker.nanos();
			repeatLooks();
			this.scheduler.execute(this::look);
		}

		/** Touches no election any more once this has returned. */
		synchronized void end() {
			this.ended = true;
			this.scheduler.close();
			this.askers.close();
		}

		private void look() {
			try {
				forgiveLateness();
				List<LeaderElection> elections = EligibilityLoop.this.elections.all();
				each(elections, this::watch);
				this.watches.values().removeIf((watch) -> !elections.contains(watch.election()));
				Set<EligibilityCheck> checks = checks();
				// Another election that shares one later must not find its former answer
				this.shared.values().retainAll(checks);
				this.askers.resize(Math.max(1, Math.min(MOST_THREADS, checks.size())));
				each(checks, (check) -> check.ask(this.askers, this::hear, this::judge));
				judge();
				repeatLooks();
			}
			catch (Throwable ex) {
				logFailure(ex);
			}
			finally {
				this.due = this.ticker.nanos() + this.interval.toNanos();
			}
		}

		/** Ends no repetition before there is another. */
		private void repeatLooks() {
			Duration interval = interval();
			if (!interval.equals(this.interval)) {
				Scheduler.Cancellation before = this.looks;
				this.looks = this.scheduler.repeat(interval, this::look);
				this.interval = interval;
				before.cancel();
			}
		}

		/** An exception of one must not keep the others from their turn. */
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
				// The log fails, and there is no other place to report that
			}
		}

		private void hear(Runnable answer) {
			this.scheduler.execute(() -> {
				try {
					forgiveLateness();
				}
				finally {
					answer.run();
				}
			});
		}

		/**
		 * A process that stood still could not ask, so that nothing is known of its
		 * health then.
		 */
		private void forgiveLateness() {
			long late = this.ticker.nanos() - this.due;
			if (late > 0) {
				this.due += late;
				checks().forEach((check) -> check.forgive(late));
			}
		}

		/** An election joined later is eligible until it is found not to be. */
		@SuppressWarnings("ReferenceEquality") // one left and joined again is another
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
						(absent) -> new EligibilityCheck(() -> health.trouble(rule.healthNames()), patience,
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
