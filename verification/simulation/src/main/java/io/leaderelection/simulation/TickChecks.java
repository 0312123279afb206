/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.history.Invariant;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickOutcome;
import io.leaderelection.work.tick.TickPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Checks the outcomes of ticks against the guarantees for jobs. Ticks begin in rising
 * order, so only the last one can be run twice.
 * <p>
 * A lost record loses the knowledge about ticks, and so does one that was written with a
 * clock far ahead. Then a new age begins, and only terms that were granted in it are
 * checked.
 */
final class TickChecks {

	/** A tick further in the future may be replaced by the current tick. */
	private static final Duration FUTURE = Duration.ofHours(1);

	private final Checks checks;

	private final TickPolicy policy;

	private final Map<Long, Integer> ageOfTerm = new HashMap<>();

	/** The outcomes of ticks. */
	final Map<TickOutcome, Integer> outcomes = new EnumMap<>(TickOutcome.class);

	/** Runs that ended, by tick and term. */
	private final Set<String> ended = new HashSet<>();

	/** The last run of each tick since the store lost its notes. */
	private final Map<Instant, Run> runs = new HashMap<>();

	/** How often the store had lost its notes when a term was granted. */
	private final Map<Long, Integer> lossesBefore = new HashMap<>();

	private int losses;

	private Checkpoints seen = Checkpoints.NONE;

	private int age;

	/**
	 * The number of ticks that two leaders ran to their end, which cannot be avoided.
	 */
	int doubled;

	/** The last finished run of each term. */
	private final Map<Long, Run> lastFinished = new HashMap<>();

	/** The last run of this age. */
	@Nullable Run last;

	TickChecks(Checks checks, TickPolicy policy) {
		this.checks = checks;
		this.policy = policy;
	}

	/** A job that some process runs for a tick. */
	static final class Run {

		final String candidate;

		final long token;

		final TickEntry entry;

		final Instant tick;

		boolean finished;

		/** Whether the process left its term although it could have written the end. */
		private boolean careless;

		/** Whether the end is known to be written. */
		private boolean written;

		Run(String candidate, long token, TickEntry entry) {
			this.candidate = candidate;
			this.token = token;
			this.entry = entry;
			this.tick = entry.tick();
		}

		void written() {
			this.written = true;
		}

		void careless() {
			this.careless = !this.written;
		}

	}

	void counted(TickOutcome outcome, int number) {
		this.outcomes.merge(outcome, number, Integer::sum);
	}

	void granted(long token) {
		this.ageOfTerm.putIfAbsent(token, this.age);
		this.lossesBefore.putIfAbsent(token, this.losses);
	}

	/** Called when the store lost its notes of ticks. */
	void lost() {
		this.losses++;
		this.runs.clear();
		newAge();
	}

	/** From now on ticks may be before those that a wrong clock has noted. */
	private void newAge() {
		this.age++;
		this.last = null;
	}

	/** Called when a process is about to write an entry. */
	void decides(@Nullable TickEntry noted, TickEntry entry, long token, Instant now) {
		if (noted != null && !noted.hash().equals(entry.hash())) {
			// The ticks of other expressions say nothing about these
			this.runs.clear();
		}
		if (noted == null || !entry.tick().isBefore(noted.tick())) {
			return;
		}
		if (!noted.tick().isAfter(now.plus(FUTURE))) {
			this.checks.violated(Invariant.T5_RISING_TICKS, "tick " + entry.tick() + " is noted after " + noted.tick());
		}
		newAge();
		this.ageOfTerm.put(token, this.age);
	}

	/** Called when a run has ended, before the end is written. */
	void finished(Run run) {
		run.finished = true;
		this.lastFinished.put(run.token, run);
		this.ended.add(run.tick + " under " + run.token);
	}

	/** Called when the store has confirmed checkpoints. */
	void confirmed(long token, Map<String, String> checkpoints) {
		String text = checkpoints.get(SimulatedTicks.KEY);
		Run run = this.lastFinished.get(token);
		if (run == null || text == null) {
			return;
		}
		TickEntry entry = TickEntry.parse(text);
		if (entry.tick().isAfter(run.tick)
				|| (entry.tick().equals(run.tick) && entry.state() == TickEntry.State.FINISHED)) {
			this.lastFinished.remove(token);
		}
	}

	/**
	 * Returns whether a term has finished a tick whose end is not known to be written.
	 */
	boolean hasOpenEnd(long token) {
		Run run = this.lastFinished.get(token);
		return run != null && !run.careless;
	}

	/** Called when the store has carried out a command. */
	@SuppressWarnings("ReferenceEquality") // most commands do not change them
	void applied(ModelStore.@Nullable ModelRecord record) {
		Checkpoints checkpoints = (record != null) ? record.checkpoints() : Checkpoints.NONE;
		String text = (checkpoints != this.seen) ? checkpoints.values().get(SimulatedTicks.KEY) : null;
		this.seen = checkpoints;
		TickEntry entry = (text != null) ? TickEntry.parse(text) : null;
		if (entry != null && entry.state() == TickEntry.State.FINISHED
				&& !this.ended.contains(entry.tick() + " under " + entry.token())) {
			this.checks.violated(Invariant.T1_TICKS_FINISHED_ONCE,
					"the record has a finished tick that no run has ended: " + entry);
		}
	}

	/** Returns whether a tick, or a later one, has begun in this age. */
	boolean hasBegun(Instant tick) {
		Run last = this.last;
		return last != null && !last.tick.isBefore(tick);
	}

	/** Returns whether a term was granted in this age. */
	boolean isOfThisAge(long token) {
		return this.ageOfTerm.getOrDefault(token, -1) == this.age;
	}

	Run started(String candidate, long token, TickEntry entry) {
		Run run = new Run(candidate, token, entry);
		if (this.lossesBefore.getOrDefault(token, -1) == this.losses) {
			finishedOnce(run);
		}
		if (!isOfThisAge(token)) {
			return run;
		}
		Run last = this.last;
		if (last != null && run.tick.isBefore(last.tick)) {
			this.checks.violated(Invariant.T5_RISING_TICKS,
					candidate + " begins tick " + run.tick + " after " + last.tick);
		}
		if (last != null && run.tick.equals(last.tick)) {
			again(run, last);
		}
		this.last = run;
		return run;
	}

	/** Compares with all runs of the tick, also those of leaders with other clocks. */
	private void finishedOnce(Run run) {
		Run former = this.runs.put(run.tick, run);
		if (former == null || !former.finished || !former.entry.hash().equals(run.entry.hash())) {
			return;
		}
		if (former.written || former.careless || former.candidate.equals(run.candidate)) {
			this.checks.violated(Invariant.T1_TICKS_FINISHED_ONCE, "tick " + run.tick + ", which " + former.candidate
					+ " finished under " + former.token + ", is begun by " + run.candidate + " under " + run.token);
		}
	}

	private void again(Run run, Run last) {
		String ticks = "tick " + run.tick + ", which " + last.candidate + " began under " + last.token
				+ ", is begun by " + run.candidate + " under " + run.token;
		if (!this.policy.runAgain()) {
			this.checks.violated(Invariant.T2_TICKS_BEGUN_ONCE, ticks);
		}
		if (run.entry.attempt() > this.policy.maxAttempts()) {
			this.checks.violated(Invariant.T2_TICKS_BEGUN_ONCE, ticks + " for the " + run.entry.attempt() + "th time");
		}
		boolean same = last.candidate.equals(run.candidate);
		if (last.token == run.token || (last.finished && (same || last.written || last.careless))) {
			this.checks.violated(Invariant.T1_TICKS_FINISHED_ONCE,
					ticks + (last.finished ? " though it was finished" : ""));
		}
		if (last.finished) {
			this.doubled++;
		}
	}

}
