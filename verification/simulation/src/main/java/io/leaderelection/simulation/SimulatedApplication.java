/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.leaderelection.protocol.Input;
import org.jspecify.annotations.Nullable;

/**
 * The application of a candidate while it leads.
 */
final class SimulatedApplication {

	final List<Work> works = new ArrayList<>(4);

	private final Simulation simulation;

	private final SimulatedCandidate candidate;

	private final SplittableRandom random;

	SimulatedApplication(Simulation simulation, SimulatedCandidate candidate, SplittableRandom random) {
		this.simulation = simulation;
		this.candidate = candidate;
		this.random = random;
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
		Scenario scenario = this.simulation.scenario;
		boolean stuck = !this.simulation.healed() && this.random.nextInt(25) == 0;
		Work work = new Work(token, stuck);
		this.works.add(work);
		this.candidate.later(this.random.nextLong(scenario.lease / 4), () -> work(work));
	}

	/** Checks its term, and writes some time later: only fencing closes this gap. */
	private void work(Work work) {
		long now = this.simulation.now();
		if (work.ended) {
			return;
		}
		Scenario scenario = this.simulation.scenario;
		if (this.candidate.standing.valid(work.token, this.candidate.clocks.ticker(now),
				this.candidate.clocks.wall(now))) {
			this.candidate.later(1 + this.random.nextLong(scenario.lease / 100), () -> {
				long way = this.simulation.network.wayOfWrite();
				this.simulation.after(way, () -> this.simulation.checks.writes(this.candidate.name(), work.token));
			});
			this.candidate.step(this.simulation.notes.input(work.token, this.simulation.notes.nextNumber(),
					this.candidate.ticks.wanted(work.token)));
		}
		this.candidate.later(scenario.lease / 3 + this.random.nextLong(scenario.lease / 2), () -> work(work));
	}

	void revoke(long token) {
		Work work = find(token);
		if (work == null) {
			return;
		}
		work.revoked = true;
		Scenario scenario = this.simulation.scenario;
		if (work.stuck) {
			this.simulation.count(Fault.STUCK_WORK);
			return;
		}
		long delay = this.random.nextLong(scenario.lease / 50);
		if (!this.simulation.healed() && this.random.nextDouble() < scenario.slowDrains) {
			this.simulation.count(Fault.SLOW_DRAIN);
			delay = this.random.nextLong(2 * scenario.timing.drainTimeout().toNanos());
		}
		this.candidate.later(delay, () -> end(work));
	}

	void interrupt(long token) {
		Work work = find(token);
		if (work != null) {
			work.interrupted = true;
			this.candidate.ticks.interrupt(token);
			if (!work.stuck) {
				this.candidate.later(this.random.nextLong(this.simulation.scenario.lease / 20), () -> end(work));
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
			this.candidate.history.workEndedAt = this.candidate.simulation.now();
			this.candidate.step(new Input.WorkEnded(work.token));
			this.works.remove(work);
		}
	}

}
