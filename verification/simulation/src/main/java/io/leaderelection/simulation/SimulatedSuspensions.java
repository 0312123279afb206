/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.List;
import java.util.SplittableRandom;

import io.leaderelection.ElectionState;
import io.leaderelection.Suspension;
import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Standing;
import org.jspecify.annotations.Nullable;

/**
 * An operator who suspends the election, and ends that, and what is promised meanwhile:
 * no candidate leads from the moment that a suspension is confirmed until its end is
 * requested, unless the store has lost the note.
 */
final class SimulatedSuspensions {

	private final Simulation simulation;

	private final SplittableRandom random;

	/** Whether a suspension is confirmed and nobody requested its end. */
	private boolean confirmed;

	SimulatedSuspensions(Simulation simulation, SplittableRandom random) {
		this.simulation = simulation;
		this.random = random;
	}

	/** Schedules the next request. */
	void next() {
		long lease = this.simulation.scenario.lease;
		this.simulation.after(lease / 4 + this.random.nextLong(2 * lease), () -> {
			if (!this.simulation.healed) {
				request();
				next();
			}
		});
	}

	private void request() {
		for (SimulatedCandidate candidate : List.copyOf(this.simulation.candidates)) {
			if (candidate.runs() && isSuspended(candidate.standing)) {
				if (this.random.nextInt(3) == 0) {
					end(candidate);
				}
				return;
			}
		}
		this.simulation.leader().filter(SimulatedCandidate::runs).ifPresent((leader) -> {
			this.simulation.fault(Fault.SUSPENDED, leader);
			leader.history.requested = true;
			leader.ticks.note(leader.standing.fencingToken(), Suspension.CHECKPOINT, "by request");
		});
	}

	private static boolean isSuspended(Standing standing) {
		return standing.state() == ElectionState.SUSPENDED;
	}

	private void end(SimulatedCandidate candidate) {
		this.confirmed = false;
		candidate.history.requested = true;
		candidate.ticks.note(candidate.standing.fencingToken(), Suspension.CHECKPOINT, null);
	}

	/** A candidate has taken a step. */
	void stepped(SimulatedCandidate candidate, Standing before) {
		if (!isSuspended(candidate.standing) || isSuspended(before)) {
			return;
		}
		this.confirmed = isOnRecord(this.simulation.server.store.record());
		if (this.simulation.healed) {
			endSoon(candidate);
		}
	}

	private void endSoon(SimulatedCandidate candidate) {
		candidate.later(1, () -> {
			if (isSuspended(candidate.standing)) {
				end(candidate);
			}
		});
	}

	void heal() {
		this.simulation.candidates.forEach(this::endSoon);
	}

	/** The record has changed. */
	void changed(ModelStore.@Nullable ModelRecord record) {
		this.confirmed &= isOnRecord(record);
	}

	private static boolean isOnRecord(ModelStore.@Nullable ModelRecord record) {
		return record != null && record.checkpoints().values().containsKey(Suspension.CHECKPOINT);
	}

	/** A candidate leads, or believes so. */
	void leads(SimulatedCandidate candidate) {
		if (this.confirmed) {
			this.simulation.checks.violated(Invariant.I17_NOTHING_WHILE_SUSPENDED,
					candidate.name() + " leads although the election is suspended");
		}
	}

}
