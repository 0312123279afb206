/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickView;
import org.jspecify.annotations.Nullable;

/**
 * The job of a process, with the production rules and lane: a scheduler that calls at
 * each moment of the wall clock unless it is busy, the process's own check for due ticks,
 * and the resulting calls.
 */
final class SimulatedTicks extends CandidatePart {

	static final String KEY = TickEntry.key("job");

	/** How long a process must lead before a due tick must be run. */
	private static final Duration SETTLED = Duration.ofSeconds(1);

	final TickSteps steps = this.simulation.seams.ticks();

	private final TickScenario job = this.scenario.ticks;

	private final List<SimulatedTickCall> calls = new ArrayList<>(2);

	private Term term = new Term(0, 0, Map.of());

	/** The last tick that was run here, or was due during a run. */
	private Instant passed = Instant.MIN;

	/** The last entry that was written here. */
	private @Nullable TickEntry remembered;

	/** A tick that was due while this process led and was idle. */
	private @Nullable Expected expected;

	private record Expected(Instant tick, long token) {
	}

	/** The known checkpoints of the current term. */
	private static final class Term {

		final long token;

		final long since;

		final Map<String, String> wanted;

		Map<String, String> written;

		final List<Open> open = new ArrayList<>(2);

		Term(long token, long since, Map<String, String> inherited) {
			this.token = token;
			this.since = since;
			this.wanted = new HashMap<>(inherited);
			this.written = inherited;
		}

	}

	/** A request that waits for its checkpoint. */
	private record Open(long request, Runnable known, Runnable over) {
	}

	SimulatedTicks(SimulatedCandidate candidate, SplittableRandom random) {
		super(candidate, random);
	}

	void start() {
		later(this.random.nextLong(this.job.look), this::look);
		awaitMoment(now());
	}

	Instant now() {
		return Instant.ofEpochMilli(this.candidate.clocks.wall(this.simulation.now()));
	}

	private Duration ledFor() {
		return Duration.ofNanos(this.candidate.clocks.ticker(this.simulation.now()) - this.term.since);
	}

	TickView view() {
		return new TickView(now(), ledFor(), this.term.token, this.term.written.get(KEY));
	}

	private TickLane lane(boolean looks) {
		return this.steps.lane(
				() -> new TickLane(this.job.rules(this.candidate.incarnation), this.simulation.ticks::counted), looks);
	}

	private Instant next(Instant after) {
		return this.job.next(this.candidate.incarnation, after);
	}

	private Instant latest() {
		Instant next = next(now());
		return next.minus(Duration.between(next, next(next)));
	}

	@Nullable TickEntry noted() {
		String text = this.term.written.get(KEY);
		return (text != null) ? TickEntry.parse(text) : null;
	}

	// The callers

	/**
	 * Waits like a scheduler: computes the delay by the wall clock, and waits by the
	 * ticker.
	 */
	private void awaitMoment(Instant after) {
		Instant now = now();
		Instant moment = next(after.isAfter(now) ? after : now);
		long delay = this.candidate.clocks.trueTime(Duration.between(now, moment).toNanos());
		later(delay + this.random.nextLong(this.scenario.lease / 1000), () -> moment(moment));
	}

	private void moment(Instant moment) {
		expect(moment);
		if (this.random.nextInt(6) == 0 || !leads()) {
			awaitMoment(moment);
		}
		else {
			call(false, () -> awaitMoment(moment));
		}
	}

	private boolean leads() {
		return this.term.token != 0 && this.candidate.standing.fencingToken() == this.term.token
				&& this.candidate.leads(this.simulation.now());
	}

	private void look() {
		Runnable again = () -> later(this.job.look, this::look);
		Duration patience = this.job.patience;
		if (leads() && lane(true).isDue(this::view, patience)) {
			call(true, again);
			return;
		}
		if (leads() && !lane(true).isBusy()) {
			foundNothing(now().minus(patience));
		}
		again.run();
	}

	private void call(boolean looks, Runnable left) {
		long token = this.term.token;
		SimulatedTickCall call = new SimulatedTickCall(this, lane(looks), token, () -> {
			this.calls.removeIf((ended) -> ended.gone);
			Work work = this.candidate.application.find(token);
			if (work != null && work.waitsForCalls && !isBusy(token)) {
				this.candidate.application.end(work);
			}
			left.run();
		});
		this.calls.add(call);
		call.enter();
	}

	/** Returns whether a call is inside a term. */
	boolean isBusy(long token) {
		for (SimulatedTickCall call : this.calls) {
			if (call.token == token && !call.gone) {
				return true;
			}
		}
		return false;
	}

	void passes(Instant tick) {
		this.passed = tick.isAfter(this.passed) ? tick : this.passed;
	}

	// The expectations

	private void expect(Instant moment) {
		TickEntry noted = noted();
		Instant now = now();
		boolean falls = !now.isBefore(moment) && !moment.isBefore(now.minus(ledFor()).plus(SETTLED));
		if (falls && leads() && !this.candidate.history.clocksDisturbed && !lane(false).isBusy() && !lane(true).isBusy()
				&& moment.isAfter(this.passed) && (noted == null || noted.tick().isBefore(moment))
				&& !isDone(moment, noted)) {
			this.expected = new Expected(moment, this.term.token);
		}
	}

	/** Returns whether the record, or the memory of this process, has a tick as done. */
	private boolean isDone(Instant moment, @Nullable TickEntry noted) {
		TickEntry remembered = this.remembered;
		return (noted != null && noted.isDone(moment)) || (remembered != null && remembered.isDone(moment));
	}

	private void foundNothing(Instant now) {
		Expected expected = this.expected;
		if (expected == null || expected.tick().isAfter(now)) {
			return;
		}
		this.expected = null;
		boolean isLatest = next(expected.tick()).isAfter(now);
		if (isLatest && expected.token() == this.term.token && this.simulation.ticks.isOfThisAge(expected.token())
				&& !this.candidate.history.clocksDisturbed && !this.simulation.ticks.hasBegun(expected.tick())) {
			this.simulation.checks.violated(Invariant.T3_TICKS_RUN_WHILE_LED,
					this.candidate.name() + " leads, is free, and does not run tick " + expected.tick());
		}
	}

	/**
	 * Expects that a leader without faults catches up, and runs an interrupted tick
	 * again.
	 */
	private void expectToCatchUp(long token) {
		TickEntry found = noted();
		Instant latest = latest();
		if (found == null || !found.hash().equals(this.job.hash(this.candidate.incarnation))) {
			return;
		}
		TickPolicy policy = this.job.policy;
		TickChecks.Run former = this.simulation.ticks.last;
		boolean missed = found.tick().isBefore(latest) && !isDone(latest, found) && policy.catchUp();
		// A leader with other expressions may have noted it as one that is not run
		boolean interrupted = former != null && former.tick.equals(latest) && !former.finished
				&& found.state() == TickEntry.State.BEGUN && !former.candidate.equals(this.candidate.name())
				&& found.tick().equals(latest) && policy.runAgain() && found.attempt() < policy.maxAttempts();
		if (!missed && !interrupted) {
			return;
		}
		long bound = this.scenario.catchUpBound();
		this.simulation.after(bound, () -> {
			boolean leads = this.candidate.runs() && this.term.token == token && leads()
					&& this.simulation.ticks.isOfThisAge(token)
					&& this.job.isInTime(this.candidate.incarnation, latest, now());
			// A leader ahead of time may have run a later one
			boolean isOvertaken = latest().isAfter(latest) && isDone(latest(), noted());
			if (leads && !isOvertaken && latest.isAfter(this.passed) && !lane(true).isBusy()
					&& this.simulation.ticks.last == former) {
				this.simulation.checks.violated(Invariant.T4_TICKS_CAUGHT_UP,
						"%s has not begun tick %s, %s, %.3f s after its grant".formatted(this.candidate.name(), latest,
								missed ? "missed" : "interrupted", bound / 1e9));
			}
		});
	}

	// Notes

	/** Returns all requested checkpoints of a term. */
	Map<String, String> wanted(long token) {
		return (this.term.token == token) ? this.term.wanted : Map.of();
	}

	/** Writes or removes a checkpoint besides the ticks, together with them. */
	void note(long token, String name, @Nullable String value) {
		if (this.term.token != token) {
			return;
		}
		if (value != null) {
			this.term.wanted.put(name, value);
		}
		else {
			this.term.wanted.remove(name);
		}
		this.candidate.step(this.simulation.notes.input(token, this.simulation.notes.nextNumber(), this.term.wanted));
	}

	void write(TickEntry entry, long token, Runnable known, Runnable over) {
		if (this.term.token != token) {
			over.run();
			return;
		}
		this.remembered = entry;
		this.term.wanted.put(KEY, this.steps.noted(entry).text());
		long request = this.simulation.notes.nextNumber();
		this.term.open.add(new Open(request, known, over));
		this.candidate.step(this.simulation.notes.input(token, request, this.term.wanted));
	}

	void granted(long token, Checkpoints checkpoints) {
		this.term = new Term(token, this.candidate.clocks.ticker(this.simulation.now()), checkpoints.values());
		if (this.simulation.healed) {
			expectToCatchUp(token);
		}
	}

	void noted(Effect.Noted noted) {
		if (noted.token() == this.term.token) {
			this.term.written = noted.values();
			for (Open open : List.copyOf(this.term.open)) {
				if (open.request() <= noted.request()) {
					this.term.open.remove(open);
					later(1 + this.random.nextLong(this.scenario.latency), open.known());
				}
			}
		}
	}

	/** Called after a step, because the term may be over. */
	void stepped(long token) {
		if (this.term.token != 0 && this.term.token != token) {
			Term former = this.term;
			this.term = new Term(0, 0, Map.of());
			former.open.forEach((open) -> later(1, open.over()));
		}
	}

	void interrupt(long token) {
		for (SimulatedTickCall call : List.copyOf(this.calls)) {
			if (call.token == token) {
				call.interrupt();
			}
		}
	}

	/** Ends current runs soon. */
	void heal() {
		List.copyOf(this.calls).forEach(SimulatedTickCall::endSoon);
	}

}
