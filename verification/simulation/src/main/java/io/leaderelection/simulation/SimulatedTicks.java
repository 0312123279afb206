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
import io.leaderelection.work.tick.Moments;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import io.leaderelection.work.tick.TickView;
import org.jspecify.annotations.Nullable;

/**
 * The job of a process, with the production rules and lane: a scheduler that calls at
 * each moment of the wall clock unless it is busy, the process's own check for due ticks,
 * and the resulting calls.
 */
final class SimulatedTicks {

	static final String KEY = TickEntry.key("job");

	/** How long a process must lead before a due tick must be run. */
	private static final Duration SETTLED = Duration.ofSeconds(1);

	private final Simulation simulation;

	private final SimulatedCandidate candidate;

	private final SplittableRandom random;

	private final int incarnation;

	private final Moments moments;

	private final TickSteps steps;

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

	SimulatedTicks(Simulation simulation, SimulatedCandidate candidate, int incarnation, SplittableRandom random) {
		this.simulation = simulation;
		this.candidate = candidate;
		this.incarnation = incarnation;
		this.random = random;
		this.moments = simulation.scenario.ticks.moments(incarnation);
		this.steps = simulation.seams.ticks();
	}

	void start() {
		this.candidate.later(this.random.nextLong(this.simulation.scenario.ticks.look), this::look);
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
		return this.steps.lane(() -> new TickLane(this.simulation.scenario.ticks.rules(this.incarnation),
				this.simulation.ticks::counted), looks);
	}

	private @Nullable TickEntry noted() {
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
		Instant moment = this.moments.next(after.isAfter(now) ? after : now);
		if (moment == null) {
			throw new IllegalStateException("There is always another one");
		}
		long delay = this.candidate.clocks.trueTime(Duration.between(now, moment).toNanos());
		this.candidate.later(delay + this.random.nextLong(this.simulation.scenario.lease / 1000), () -> moment(moment));
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
		Runnable again = () -> this.candidate.later(this.simulation.scenario.ticks.look, this::look);
		Duration patience = this.simulation.scenario.ticks.patience;
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
		SimulatedTickCall call = new SimulatedTickCall(this.simulation, this.candidate, this, lane(looks),
				this.term.token, this.random);
		this.calls.add(call);
		call.enter(() -> {
			this.calls.remove(call);
			Work work = this.candidate.application.find(call.token);
			if (work != null && work.waitsForCalls && !isBusy(call.token)) {
				this.candidate.application.end(work);
			}
			left.run();
		});
	}

	/** Returns whether a call is inside a term. */
	boolean isBusy(long token) {
		for (SimulatedTickCall call : this.calls) {
			if (call.token == token && !call.hasLeft()) {
				return true;
			}
		}
		return false;
	}

	void passes(Instant tick) {
		this.passed = tick.isAfter(this.passed) ? tick : this.passed;
	}

	TickSteps steps() {
		return this.steps;
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
		Instant next = this.moments.next(expected.tick());
		boolean isLatest = next == null || next.isAfter(now);
		if (isLatest && expected.token() == this.term.token && this.simulation.ticks.isOfThisAge(expected.token())
				&& !this.candidate.history.clocksDisturbed && !this.simulation.ticks.hasBegun(expected.tick())) {
			this.simulation.ticks.violated(Invariant.T3_TICKS_RUN_WHILE_LED,
					this.candidate.name() + " leads, is free, and does not run tick " + expected.tick());
		}
	}

	/** Returns whether a later tick is due that a leader ahead of time has run. */
	private boolean isOvertaken(Instant moment) {
		Instant latest = latest();
		return latest != null && latest.isAfter(moment) && isDone(latest, noted());
	}

	/**
	 * Expects that a leader without faults catches up, and runs an interrupted tick
	 * again.
	 */
	private void expectToCatchUp(long token) {
		TickScenario scenario = this.simulation.scenario.ticks;
		TickEntry found = noted();
		Instant latest = latest();
		if (found == null || latest == null
				|| !found.hash().equals(this.simulation.scenario.ticks.hash(this.incarnation))) {
			return;
		}
		TickChecks.Run former = this.simulation.ticks.last();
		boolean missed = found.tick().isBefore(latest) && !isDone(latest, found) && scenario.policy.catchUp();
		boolean interrupted = former != null && former.tick.equals(latest) && !former.isFinished()
				&& !former.candidate.equals(this.candidate.name()) && found.tick().equals(latest)
				&& scenario.policy.runAgain() && found.attempt() < scenario.policy.maxAttempts();
		if (!missed && !interrupted) {
			return;
		}
		long bound = this.simulation.scenario.catchUpBound();
		this.simulation.after(bound, () -> {
			boolean leads = this.candidate.runs() && this.term.token == token && leads()
					&& this.simulation.ticks.isOfThisAge(token) && scenario.isInTime(this.moments, latest, now())
					&& !isOvertaken(latest);
			if (leads && latest.isAfter(this.passed) && !lane(true).isBusy()
					&& this.simulation.ticks.last() == former) {
				this.simulation.ticks.violated(Invariant.T4_TICKS_CAUGHT_UP,
						"%s has not begun tick %s, %s, %.3f s after its grant".formatted(this.candidate.name(), latest,
								missed ? "missed" : "interrupted", bound / 1e9));
			}
		});
	}

	private @Nullable Instant latest() {
		Instant now = now();
		Instant next = this.moments.next(now);
		if (next == null) {
			return null;
		}
		Duration period = Duration.between(next, this.moments.next(next));
		return next.minus(period);
	}

	// Notes

	/** Returns all requested checkpoints of a term. */
	Map<String, String> wanted(long token) {
		return (this.term.token == token) ? this.term.wanted : Map.of();
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

	@Nullable TickEntry written() {
		return noted();
	}

	void granted(long token, Checkpoints checkpoints) {
		this.term = new Term(token, this.candidate.clocks.ticker(this.simulation.now()), checkpoints.values());
		if (this.simulation.healed()) {
			expectToCatchUp(token);
		}
	}

	void noted(Effect.Noted noted) {
		if (noted.token() == this.term.token) {
			this.term.written = noted.values();
			complete(noted.request(), true);
		}
	}

	/** Called after a step, because the term may be over. */
	void stepped(long token) {
		if (this.term.token != 0 && this.term.token != token) {
			Term former = this.term;
			this.term = new Term(0, 0, Map.of());
			former.open.forEach((open) -> this.candidate.later(1, open.over()));
		}
	}

	private void complete(long request, boolean known) {
		for (Open open : List.copyOf(this.term.open)) {
			if (open.request() <= request) {
				this.term.open.remove(open);
				this.candidate.later(1 + this.random.nextLong(this.simulation.scenario.latency),
						known ? open.known() : open.over());
			}
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
