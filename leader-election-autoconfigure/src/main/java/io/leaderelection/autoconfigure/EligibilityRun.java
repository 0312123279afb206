/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.GuardedElection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions and verdicts from a start of the monitor to its stop. Everything happens
 * on the scheduler's thread, but for begin, end and the questions themselves.
 */
final class EligibilityRun {

	private static final Logger logger = LoggerFactory.getLogger(EligibilityRun.class);

	private static final int MOST_THREADS = 32;

	private static final int QUESTIONS_PER_PATIENCE = 4;

	private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(5);

	private static final Duration PAUSE = Duration.ofMillis(100);

	private final LeaderElections elections;

	private final EligibilityQuestions questions;

	private final Ticker ticker;

	private final Scheduler scheduler;

	private final WorkerPool askers;

	private final Map<String, EligibilityWatch> watches = new HashMap<>();

	private final Map<EligibilityQuestions.Question, EligibilityCheck> shared = new HashMap<>();

	/** When to look next, by the ticker. */
	private long due;

	/** Guarded by this run: a verdict is not drawn while it ends, nor later. */
	private boolean ended;

	EligibilityRun(LeaderElections elections, EligibilityQuestions questions, TimeSystem time) {
		this.elections = elections;
		this.questions = questions;
		this.ticker = time.ticker();
		this.scheduler = time.scheduler("leader-election-eligibility");
		this.askers = time.workers("leader-election-eligible", 1);
	}

	/** Withholds the instance from all elections, and looks from now on. */
	void begin() {
		this.elections.all().forEach((election) -> watch(election).withhold());
		this.due = this.ticker.nanos();
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
			List<LeaderElection> elections = this.elections.all();
			each(elections, this::watch);
			this.watches.values().removeIf((watch) -> !elections.contains(watch.election()));
			Set<EligibilityCheck> checks = checks();
			// Whoever shares one later must not find it as it was when last asked
			this.shared.values().retainAll(checks);
			this.askers.resize(Math.max(1, Math.min(MOST_THREADS, checks.size())));
			each(checks, (check) -> check.ask(this.askers, this::hear, this::judge));
			judge();
		}
		catch (Throwable ex) {
			logFailure(ex);
		}
		finally {
			lookLater();
		}
	}

	/** Without a next look, this instance would keep its present verdicts for good. */
	private void lookLater() {
		boolean scheduled = false;
		while (!scheduled) {
			try {
				Duration interval = interval();
				this.due = this.ticker.nanos() + interval.toNanos();
				this.scheduler.schedule(interval, this::look);
				scheduled = true;
			}
			catch (Throwable ex) {
				logFailure(ex);
				scheduled = isEndedAfterPause();
			}
		}
	}

	private synchronized boolean isEndedAfterPause() {
		try {
			TimeUnit.MILLISECONDS.timedWait(this, PAUSE.toMillis());
		}
		catch (InterruptedException ex) {
			// Nobody interrupts this thread but what ran on it before: look now
		}
		return this.ended;
	}

	/** What one of them throws must not keep the others from their turn. */
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
	 * A process that stood still could not ask, so that nothing is known of its health
	 * then.
	 */
	private void forgiveLateness() {
		long late = this.ticker.nanos() - this.due;
		if (late > 0) {
			this.due += late;
			checks().forEach((check) -> check.forgive(late));
		}
	}

	/** An election joined later is fit until it is found not to be. */
	@SuppressWarnings("ReferenceEquality") // one left and joined again is another
	private EligibilityWatch watch(LeaderElection election) {
		String name = election.name();
		EligibilityWatch watch = this.watches.get(name);
		if (watch == null || watch.election() != election) {
			watch = new EligibilityWatch(GuardedElection.of(election),
					this.questions.checks(name, this.ticker, this.shared));
			this.watches.put(name, watch);
		}
		return watch;
	}

	private Set<EligibilityCheck> checks() {
		Set<EligibilityCheck> checks = new LinkedHashSet<>();
		this.watches.values().forEach((watch) -> checks.addAll(watch.checks()));
		return checks;
	}

	private synchronized void judge() {
		if (!this.ended) {
			each(this.watches.values(), EligibilityWatch::judge);
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
