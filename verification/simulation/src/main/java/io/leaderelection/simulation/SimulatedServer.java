/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The store, its clock, and its faults.
 */
final class SimulatedServer {

	private final Simulation simulation;

	private final ModelStore store;

	private final SimulatedClocks clock;

	private final SplittableRandom random;

	private final Deque<Snapshot> snapshots = new ArrayDeque<>();

	/** Until when a leader may not know that its record was lost. */
	private long evidenceLostUntil = -1;

	private long deletedAt = -1;

	private long newcomersUnaware = -1;

	SimulatedServer(Simulation simulation, SimulatedClocks clock, SplittableRandom random) {
		this.simulation = simulation;
		this.store = simulation.seams.store(simulation.scenario.traits.guardLockOutlivesLease(),
				simulation.scenario.lease);
		this.clock = clock;
		this.random = random;
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

	long evidenceLostUntil() {
		return this.evidenceLostUntil;
	}

	void endSession(SimulatedCandidate candidate) {
		this.store.removeGuardLock(candidate.name());
	}

	boolean ownsRecord(SimulatedCandidate candidate) {
		return this.store.isTermLive(candidate.standing.fencingToken(), serverNow());
	}

	boolean ownsGuardLock(SimulatedCandidate candidate) {
		return candidate.name().equals(this.store.guardLockOwner());
	}

	Outcome apply(SimulatedCandidate from, Flight flight) {
		Effect.Send<?> send = flight.send;
		this.simulation.applied();
		Outcome outcome = this.store.carryOut(send.command(), serverNow());
		if (send.command() instanceof Acquire acquire && outcome instanceof Outcome.Granted granted) {
			this.simulation.checks.storeGranted(acquire, granted.token());
			this.simulation.ticks.granted(granted.token());
			if (flight.absentSince <= this.deletedAt && now() < this.newcomersUnaware) {
				this.simulation.checks.declare(this.newcomersUnaware);
			}
		}
		else if (outcome instanceof Outcome.Released) {
			this.simulation.notifyAllCandidates();
		}
		this.simulation.notes.applied(this.store.record());
		this.simulation.ticks.applied(this.store.record());
		if (this.simulation.scenario.control == Control.LOSSY_FAILOVER) {
			this.snapshots.addLast(new Snapshot(now(), this.store.record()));
			if (this.snapshots.size() > 40) {
				this.snapshots.removeFirst();
			}
		}
		if (this.simulation.traces()) {
			this.simulation.trace("store  %s: %s -> %s".formatted(from.name(), send, outcome));
		}
		return outcome;
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
		this.simulation.notes.lost(null);
		this.simulation.ticks.lost();
		this.simulation.fault(Fault.RECORD_DELETED, null);
		this.simulation.notifyAllCandidates();
	}

	void loseRecords() {
		evidenceLost();
		this.store.restartEmpty(serverNow());
		this.simulation.notes.lost(null);
		this.simulation.ticks.lost();
		this.simulation.trace("*** the store is back, empty");
	}

	void removeGuardLock() {
		String owner = this.store.guardLockOwner();
		if (owner != null && this.store.removeGuardLock(owner)) {
			evidenceLost();
			this.simulation.fault(Fault.HOLD_REMOVED, null);
			this.simulation.notifyAllCandidates();
		}
	}

	void failover() {
		if (this.snapshots.isEmpty()) {
			return;
		}
		Snapshot[] kept = this.snapshots.toArray(new Snapshot[0]);
		Snapshot snapshot = kept[this.random.nextInt(kept.length)];
		this.store.fallBack(snapshot.record());
		this.simulation.notes.lost(snapshot.record());
		this.simulation.ticks.lost();
		this.simulation.fault(Fault.LOSSY_FAILOVER, null);
	}

	/** An older record, for a failover that loses writes. */
	private record Snapshot(long at, ModelStore.@Nullable ModelRecord record) {

	}

}
