/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.SplittableRandom;

import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call of a job: it writes the beginning, runs the job, writes the end, and
 * leaves the term.
 */
final class SimulatedTickCall {

	/** The term that it entered. */
	final long token;

	private final Simulation simulation;

	private final SimulatedCandidate candidate;

	private final SimulatedTicks ticks;

	private final TickLane lane;

	private final SplittableRandom random;

	private TickLane.@Nullable Turn turn;

	private TickChecks.@Nullable Run run;

	private Runnable left = () -> {
	};

	private boolean interrupted;

	private boolean ended;

	private boolean gone;

	SimulatedTickCall(Simulation simulation, SimulatedCandidate candidate, SimulatedTicks ticks, TickLane lane,
			long token, SplittableRandom random) {
		this.simulation = simulation;
		this.candidate = candidate;
		this.ticks = ticks;
		this.lane = lane;
		this.token = token;
		this.random = random;
	}

	boolean hasLeft() {
		return this.gone;
	}

	void enter(Runnable left) {
		this.left = left;
		proceed(this.lane.call(this.ticks::view));
	}

	private void proceed(TickLane.@Nullable Turn turn) {
		this.turn = turn;
		TickEntry note = (turn != null) ? turn.note() : null;
		if (turn == null || note == null) {
			leave();
			return;
		}
		this.simulation.ticks.decides(this.ticks.written(), note, this.token, this.ticks.now());
		if (!this.ticks.steps().waitsForTheBeginning() && turn.runs()) {
			this.candidate.later(1, () -> begin(turn, note));
			this.ticks.write(note, this.token, () -> {
			}, () -> {
			});
			return;
		}
		TickEntry written = turn.runs() ? this.ticks.steps().before(note) : note;
		this.ticks.write(written, this.token, () -> begin(turn, note), this::giveUp);
	}

	/**
	 * Ends the call because the term ended, or the thread was interrupted, before the job
	 * ran.
	 */
	private void giveUp() {
		if (!this.gone) {
			endTurn();
			leave();
		}
	}

	private void begin(TickLane.Turn turn, TickEntry note) {
		if (this.gone) {
			return;
		}
		long now = this.simulation.now();
		if (!this.candidate.standing.valid(this.token, this.candidate.clocks.ticker(now),
				this.candidate.clocks.wall(now))) {
			giveUp();
			return;
		}
		TickEntry late = turn.late(this.ticks.now());
		if (late != null) {
			this.ticks.write(late, this.token, () -> begin(turn, late), this::giveUp);
			return;
		}
		turn.noted();
		if (!turn.runs()) {
			turn.end(this.ticks.now());
			proceed(this.lane.look(this.ticks::view));
			return;
		}
		if (this.simulation.traces()) {
			this.simulation.trace("%-6s runs %s".formatted(this.candidate.name(), note));
		}
		this.ticks.passes(note.tick());
		this.run = this.simulation.ticks.started(this.candidate.name(), this.token, note);
		long longest = this.simulation.healed() ? this.simulation.scenario.lease / 50
				: this.simulation.scenario.ticks.longestRun;
		this.candidate.later(1 + this.random.nextLong(longest), this::end);
	}

	/** Interrupts the job's thread, because the term is over. */
	void interrupt() {
		if (this.run == null) {
			giveUp();
		}
		else if (this.ended) {
			close();
		}
		else {
			this.interrupted = true;
			this.candidate.later(this.random.nextLong(this.simulation.scenario.lease / 20), this::end);
		}
	}

	void endSoon() {
		if (this.run != null) {
			this.candidate.later(this.random.nextLong(this.simulation.scenario.lease / 50), this::end);
		}
	}

	private void end() {
		TickLane.Turn turn = this.turn;
		TickChecks.Run run = this.run;
		if (this.ended || turn == null || run == null) {
			return;
		}
		this.ended = true;
		if (this.simulation.traces()) {
			this.simulation.trace("%-6s %s tick %s".formatted(this.candidate.name(),
					this.interrupted ? "breaks off" : "has run", run.tick));
		}
		TickEntry entry = this.interrupted ? null : turn.finished();
		if (entry == null) {
			close();
			return;
		}
		this.simulation.ticks.finished(run);
		if (!this.ticks.steps().staysForTheEnd()) {
			run.careless();
			leave();
			this.candidate.later(1 + this.random.nextLong(this.simulation.scenario.latency), () -> {
				this.ticks.write(entry, this.token, run::written, () -> {
				});
				endTurn();
			});
			return;
		}
		this.candidate.later(this.candidate.clocks.trueTime(this.simulation.scenario.operationTimeout), this::close);
		this.ticks.write(entry, this.token, () -> {
			run.written();
			close();
		}, this::close);
	}

	private void close() {
		if (!this.gone) {
			endTurn();
			leave();
		}
	}

	private void endTurn() {
		TickLane.Turn turn = this.turn;
		if (turn != null) {
			turn.end(this.ticks.now());
			this.ticks.passes(this.ticks.now());
		}
	}

	private void leave() {
		this.gone = true;
		this.left.run();
	}

}
