/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call of a job: it writes the beginning, runs the job, writes the end, and
 * leaves the term.
 */
final class SimulatedTickCall extends CandidatePart {

	/** The term that it entered. */
	final long token;

	private final SimulatedTicks ticks;

	private final TickLane lane;

	private TickLane.@Nullable Turn turn;

	private TickChecks.@Nullable Run run;

	private final Runnable left;

	private boolean interrupted;

	private boolean ended;

	/** Whether it has left its term. */
	boolean gone;

	SimulatedTickCall(SimulatedTicks ticks, TickLane lane, long token, Runnable left) {
		super(ticks.candidate, ticks.random);
		this.ticks = ticks;
		this.lane = lane;
		this.token = token;
		this.left = left;
	}

	void enter() {
		proceed(this.lane.call(this.ticks::view));
	}

	private void proceed(TickLane.@Nullable Turn turn) {
		this.turn = turn;
		TickEntry note = (turn != null) ? turn.note() : null;
		if (turn == null || note == null) {
			leave();
			return;
		}
		this.simulation.ticks.decides(this.ticks.noted(), note, this.token, this.ticks.now());
		if (!this.ticks.steps.waitsForTheBeginning() && turn.runs()) {
			later(1, () -> begin(turn, note));
			this.ticks.write(note, this.token, () -> {
			}, () -> {
			});
			return;
		}
		TickEntry written = turn.runs() ? this.ticks.steps.before(note) : note;
		this.ticks.write(written, this.token, () -> begin(turn, note), this::close);
	}

	private void begin(TickLane.Turn turn, TickEntry note) {
		if (this.gone) {
			return;
		}
		if (!this.candidate.isValid(this.token)) {
			close();
			return;
		}
		TickEntry late = turn.late(this.ticks.now());
		if (late != null) {
			this.ticks.write(late, this.token, () -> begin(turn, late), this::close);
			return;
		}
		turn.noted();
		if (!turn.runs()) {
			turn.giveBack(this.ticks.now());
			proceed(this.lane.look(this.ticks::view));
			return;
		}
		this.simulation.trace("%-6s runs %s", this.candidate.name(), note);
		this.ticks.passes(note.tick());
		this.run = this.simulation.ticks.started(this.candidate.name(), this.token, note);
		long longest = this.simulation.healed ? this.scenario.lease / 50 : this.scenario.ticks.longestRun;
		later(1 + this.random.nextLong(longest), this::end);
	}

	/** Interrupts the job's thread, because the term is over. */
	void interrupt() {
		if (this.run == null || this.ended) {
			close();
		}
		else {
			this.interrupted = true;
			later(this.random.nextLong(this.scenario.lease / 20), this::end);
		}
	}

	void endSoon() {
		if (this.run != null) {
			later(this.random.nextLong(this.scenario.lease / 50), this::end);
		}
	}

	private void end() {
		TickLane.Turn turn = this.turn;
		TickChecks.Run run = this.run;
		if (this.ended || turn == null || run == null) {
			return;
		}
		this.ended = true;
		this.simulation.trace("%-6s %s tick %s", this.candidate.name(), this.interrupted ? "breaks off" : "has run",
				run.tick);
		TickEntry entry = this.interrupted ? null : turn.finish();
		if (entry == null) {
			close();
			return;
		}
		this.simulation.ticks.finished(run);
		if (!this.ticks.steps.staysForTheEnd()) {
			run.careless();
			leave();
			later(1 + this.random.nextLong(this.scenario.latency), () -> {
				this.ticks.write(entry, this.token, run::written, () -> {
				});
				endTurn();
			});
			return;
		}
		later(this.candidate.clocks.trueTime(this.scenario.operationTimeout), this::close);
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
			turn.giveBack(this.ticks.now());
			this.ticks.passes(this.ticks.now());
		}
	}

	private void leave() {
		this.gone = true;
		this.left.run();
	}

}
