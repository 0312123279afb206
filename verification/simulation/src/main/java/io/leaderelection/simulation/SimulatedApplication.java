/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.protocol.Input;
import org.jspecify.annotations.Nullable;

/**
 * The application of a candidate while it leads.
 */
final class SimulatedApplication extends CandidatePart {

	final List<Work> works = new ArrayList<>(4);

	SimulatedApplication(SimulatedCandidate candidate) {
		super(candidate, candidate.random);
	}

	boolean isIdle() {
		return this.works.isEmpty();
	}

	@Nullable Work find(long token) {
		for (int i = 0; i < this.works.size(); i++) {
			if (this.works.get(i).token == token) {
				return this.works.get(i);
			}
		}
		return null;
	}

	void start(long token) {
		Work work = new Work(token, !this.simulation.healed && this.random.nextInt(25) == 0);
		this.works.add(work);
		later(this.random.nextLong(this.scenario.lease / 4), () -> work(work));
	}

	/** Checks its term, and writes some time later: only fencing closes this gap. */
	private void work(Work work) {
		if (work.ended) {
			return;
		}
		if (this.candidate.isValid(work.token)) {
			later(1 + this.random.nextLong(this.scenario.lease / 100), () -> {
				long way = this.simulation.network.wayOfWrite();
				this.simulation.after(way, () -> this.simulation.checks.writes(this.candidate.name(), work.token));
			});
			this.candidate.step(this.simulation.notes.input(work.token, this.simulation.notes.nextNumber(),
					this.candidate.ticks.wanted(work.token)));
		}
		later(this.scenario.lease / 3 + this.random.nextLong(this.scenario.lease / 2), () -> work(work));
	}

	void revoke(long token) {
		Work work = find(token);
		if (work == null) {
			return;
		}
		work.revoked = true;
		if (work.stuck) {
			this.simulation.faults.add(Fault.STUCK_WORK);
			return;
		}
		long delay = this.random.nextLong(this.scenario.lease / 50);
		if (!this.simulation.healed && this.random.nextDouble() < this.scenario.slowDrains) {
			this.simulation.faults.add(Fault.SLOW_DRAIN);
			delay = this.random.nextLong(2 * this.scenario.timing.drainTimeout().toNanos());
		}
		later(delay, () -> end(work));
	}

	void interrupt(long token) {
		Work work = find(token);
		if (work != null) {
			work.interrupted = true;
			this.candidate.ticks.interrupt(token);
			if (!work.stuck) {
				later(this.random.nextLong(this.scenario.lease / 20), () -> end(work));
			}
		}
	}

	/** Ends work that ignores interrupts. */
	void heal() {
		for (Work work : List.copyOf(this.works)) {
			work.stuck = false;
			if (work.revoked) {
				end(work);
			}
		}
	}

	void end(Work work) {
		if (this.candidate.ticks.isBusy(work.token)) {
			work.waitsForCalls = true;
			return;
		}
		work.ended = true;
		if (work.revoked && !work.endReported) {
			work.endReported = true;
			this.candidate.history.workEndedAt = this.simulation.now();
			this.candidate.step(new Input.WorkEnded(work.token));
			this.works.remove(work);
		}
	}

}
