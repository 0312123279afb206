/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Keeps this instance from leading elections that it is not eligible for. Each question
 * runs on its own thread, up to a limit, so that one that hangs delays neither the
 * elections nor the other questions. From the start on, an instance is withheld until it
 * is eligible.
 */
final class EligibilityLoop
		implements SmartLifecycle, ApplicationListener<ContextRefreshedEvent>, AopInfrastructureBean {

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
	EligibilityLoop(LeaderElections elections, Function<String, Rule> rules, Supplier<@Nullable HealthNames> health,
			ObjectProvider<LeadershipEligibility> beans, TimeSystem time) {
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
	@Override
	public synchronized void start() {
		stop();
		if (this.health.get() != null || this.beans.stream().findAny().isPresent()) {
			this.run = new Run();
			this.run.begin();
		}
	}

	/** Stops the checks. Does nothing if none are running. */
	@Override
	public synchronized void stop() {
		if (this.run != null) {
			this.run.end();
			this.run = null;
		}
	}

	/**
	 * Asks again when all beans of the context have started: what makes this instance
	 * eligible may have started after the first question.
	 */
	@Override
	public synchronized void onApplicationEvent(ContextRefreshedEvent event) {
		if (this.run != null) {
			this.run.askSoon();
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.run != null;
	}

	/**
	 * Starts before this instance contends, so that it is withheld or eligible by then,
	 * and stops after it has handed over.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

	/**
	 * The checks that make an instance eligible to lead an election.
	 *
	 * @param healthNames the names of health contributors and groups, all of which must
	 * be healthy
	 * @param ineligibleAfter the time that they may be unhealthy
	 */
	record Rule(List<String> healthNames, Duration ineligibleAfter) {

		Rule {
			healthNames = List.copyOf(healthNames);
		}

	}

	/**
	 * The checks from a start to the next stop. Confined to the scheduler's thread,
	 * except begin, end and the questions themselves.
	 */
	private final class Run {

		private final Scheduler scheduler = EligibilityLoop.this.time.scheduler("leader-election-eligibility");

		private final WorkerPool askers = EligibilityLoop.this.time.workers("leader-election-eligible", MOST_THREADS);

		private final Map<String, ElectionEligibility> watches = new HashMap<>();

		/** The checks by rule. Elections with the same rule share a check. */
		private final Map<Rule, EligibilityCheck> shared = new HashMap<>();

		private Duration interval = Duration.ZERO;

		/** Cancels the repetition of rounds. */
		private Scheduler.Cancellation repetition = () -> {
		};

		private long lastReading = EligibilityLoop.this.time.ticker().nanos();

		private long awake;

		/** Guarded by this run, so that no result is applied during or after the end. */
		private boolean ended;

		/** Withholds the instance from all elections and starts the checks. */
		void begin() {
			EligibilityLoop.this.elections.all().forEach((election) -> watch(election).withhold());
			repeatChecks();
			askSoon();
		}

		void askSoon() {
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
				// A pool that could not start a thread tries again
				this.askers.resize(MOST_THREADS);
				List<LeaderElection> elections = EligibilityLoop.this.elections.all();
				elections.forEach(this::watch);
				this.watches.values().removeIf((watch) -> !elections.contains(watch.election()));
				Set<EligibilityCheck> checks = checks();
				// Drop unused checks, so that an election joined later does not get an
				// old answer
				this.shared.values().retainAll(checks);
				repeatChecks();
				checks.forEach((check) -> check.ask(this.askers, () -> this.scheduler.execute(this::judge)));
			}
			catch (RuntimeException ex) {
				logger.error("Eligibility for leadership could not be checked. It is tried again", ex);
			}
			finally {
				judge();
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

		private Duration interval() {
			return checks().stream()
				.map((check) -> check.patience().dividedBy(QUESTIONS_PER_PATIENCE))
				.filter((interval) -> interval.compareTo(LONGEST_INTERVAL) < 0)
				.min(Comparator.naturalOrder())
				.orElse(LONGEST_INTERVAL);
		}

		/**
		 * Returns the time in which this process was not paused. Rounds read it, so a
		 * longer time between two readings is a pause, in which nothing is known about
		 * health.
		 */
		private long awakeNanos() {
			long reading = EligibilityLoop.this.time.ticker().nanos();
			this.awake += Math.min(reading - this.lastReading, this.interval.toNanos());
			this.lastReading = reading;
			return this.awake;
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
								this::awakeNanos)));
			}
			if (!beans.isEmpty()) {
				checks.add(new EligibilityCheck(() -> refusal(beans, election), patience, this::awakeNanos));
			}
			return checks;
		}

		private static @Nullable String refusal(List<LeadershipEligibility> beans, String election) {
			return beans.stream()
				.filter((bean) -> !bean.isEligible(election))
				.findFirst()
				.map((bean) -> bean.getClass().getName() + " says so")
				.orElse(null);
		}

		private Set<EligibilityCheck> checks() {
			return this.watches.values()
				.stream()
				.flatMap((watch) -> watch.checks().stream())
				.collect(Collectors.toCollection(LinkedHashSet::new));
		}

		private synchronized void judge() {
			if (this.ended) {
				return;
			}
			// Logged when all are judged, because the log may be what fails
			List<Throwable> failures = new ArrayList<>();
			for (ElectionEligibility watch : this.watches.values()) {
				Throwable failure = ForeignCode.call(ElectionEligibility::judge, watch);
				if (failure != null) {
					failures.add(failure);
				}
			}
			failures.forEach((failure) -> logger.error(
					"Eligibility for leadership could not be applied or logged. It is applied again if necessary",
					failure));
		}

	}

}
