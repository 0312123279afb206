/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.protocol.Effect;
import io.leaderelection.simulation.ModelStore.ModelRecord;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The store, its clock, and its faults.
 */
final class SimulatedServer {

	final ModelStore store;

	private final Simulation simulation;

	private final SimulatedClocks clock;

	/** The last records, for a failover that loses writes. */
	private final List<@Nullable ModelRecord> snapshots = new ArrayList<>();

	/** Whether it cannot be reached. */
	boolean away;

	/** Until when a leader may not know that its record was lost. */
	long evidenceLostUntil = -1;

	/**
	 * Until when not to lose evidence again: two losses within a few leases are outside
	 * the guarantees.
	 */
	private long evidenceKeptUntil;

	private long deletedAt = -1;

	private long newcomersUnaware = -1;

	SimulatedServer(Simulation simulation, SimulatedClocks clock) {
		this.simulation = simulation;
		this.store = simulation.seams.store(simulation.scenario.traits.guardLockOutlivesLease(),
				simulation.scenario.lease);
		this.clock = clock;
	}

	private long now() {
		return this.simulation.now();
	}

	private long serverNow() {
		return this.clock.nanos(now());
	}

	String describe() {
		return this.store.describe(serverNow());
	}

	boolean ownsRecord(SimulatedCandidate candidate) {
		return this.store.isTermLive(candidate.standing.fencingToken(), serverNow());
	}

	boolean ownsGuardLock(SimulatedCandidate candidate) {
		return candidate.name().equals(this.store.guardLockOwner());
	}

	Outcome apply(SimulatedCandidate from, Flight flight) {
		Effect.Send<?> send = flight.send;
		this.simulation.stepped();
		Outcome outcome = this.store.carryOut(send.command(), serverNow());
		if (send.command() instanceof Acquire acquire && outcome instanceof Outcome.Granted granted) {
			this.simulation.checks.storeGranted(acquire, granted.token());
			this.simulation.ticks.granted(granted.token());
			if (flight.absentSince <= this.deletedAt && now() < this.newcomersUnaware) {
				this.simulation.checks.declare(this.newcomersUnaware);
			}
		}
		else if (outcome instanceof Outcome.Released) {
			notifyCandidates();
		}
		this.simulation.notes.applied(this.store.record());
		this.simulation.suspensions((suspensions) -> suspensions.changed(this.store.record()));
		this.simulation.ticks.applied(this.store.record());
		if (this.simulation.scenario.control == Control.LOSSY_FAILOVER) {
			this.snapshots.add(this.store.record());
			if (this.snapshots.size() > 40) {
				this.snapshots.remove(0);
			}
		}
		this.simulation.trace("store  %s: %s -> %s", from.name(), send, outcome);
		return outcome;
	}

	private void notifyCandidates() {
		this.simulation.candidates.forEach(this.simulation.network::sendNotification);
	}

	boolean mayLoseEvidence() {
		return now() > this.evidenceKeptUntil;
	}

	void keepEvidence() {
		this.evidenceKeptUntil = now() + 5 * this.simulation.scenario.lease;
	}

	private void evidenceLost() {
		this.evidenceLostUntil = now() + (long) (this.simulation.scenario.rateRatio() * this.simulation.scenario.lease);
	}

	void deleteRecord() {
		evidenceLost();
		// A candidate whose last answer had no record acquires an absent one at once,
		// which is outside the guarantees
		this.deletedAt = now();
		this.newcomersUnaware = this.evidenceLostUntil;
		this.store.delete();
		this.simulation.calls.deleted(now(), Simulation.KEY);
		lost();
		this.simulation.fault(Fault.RECORD_DELETED, null);
		notifyCandidates();
	}

	void loseRecords() {
		evidenceLost();
		this.store.restartEmpty(serverNow());
		this.simulation.calls.deleted(now(), Simulation.KEY);
		lost();
		this.simulation.trace("*** the store is back, empty");
	}

	void removeGuardLock() {
		String owner = this.store.guardLockOwner();
		if (owner != null && this.store.removeGuardLock(owner)) {
			evidenceLost();
			this.simulation.fault(Fault.HOLD_REMOVED, null);
			notifyCandidates();
		}
	}

	void failover() {
		if (this.snapshots.isEmpty()) {
			return;
		}
		this.store.fallBack(this.snapshots.get(this.simulation.random.nextInt(this.snapshots.size())));
		lost();
		this.simulation.fault(Fault.LOSSY_FAILOVER, null);
	}

	/** Called when data was lost. */
	private void lost() {
		this.simulation.notes.lost(this.store.record());
		this.simulation.suspensions((suspensions) -> suspensions.changed(this.store.record()));
		this.simulation.ticks.lost();
	}

}
