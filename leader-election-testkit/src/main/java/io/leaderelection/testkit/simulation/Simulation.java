/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.simulation.SimulatedCandidate.Flight;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: events in true time, which nobody but the simulator knows.
 */
final class Simulation {

	static final ElectionKey KEY = new ElectionKey("simulation", "election");

	private static final int TOO_MANY_EVENTS = 60_000;

	/** When the simulated world begins: a wall clock of 2026, in nanoseconds. */
	private static final long EPOCH = 1_767_225_600_000L * 1_000_000;

	final Scenario scenario;

	final SimulationSeams seams;

	final Checks checks;

	final SimulatedNetwork network;

	final FencedResource resource;

	final List<SimulatedCandidate> candidates = new ArrayList<>();

	/** Until when a believer may have lost its record without knowing. */
	long evidenceLostUntil = -1;

	private final SplittableRandom random;

	private final @Nullable ScheduleTrace trace;

	private final PriorityQueue<Event> queue = new PriorityQueue<>(64,
			Comparator.comparingLong(Event::at).thenComparingLong(Event::order));

	private final Set<Fault> faults = EnumSet.noneOf(Fault.class);

	private final ModelStore store;

	private final SimulatedClocks storeClock;

	private final Deque<Snapshot> snapshots = new ArrayDeque<>();

	private long now;

	private long order;

	private int events;

	private int incarnations;

	private boolean healed;

	private boolean finished;

	private long deletedAt = -1;

	private long newcomersUnaware = -1;

	private record Event(long at, long order, Runnable action) {
	}

	private record Snapshot(long at, ModelStore.@Nullable ModelRecord record) {
	}

	Simulation(long seed, Control control, SimulationSeams seams, @Nullable ScheduleTrace trace) {
		this.random = new SplittableRandom(seed);
		this.scenario = new Scenario(this.random.split(), control);
		this.seams = seams;
		this.trace = trace;
		this.checks = new Checks(this);
		this.network = new SimulatedNetwork(this, this.random.split());
		this.resource = new FencedResource(this.checks);
		this.store = seams.store(this.scenario.traits.holdOutlivesLease(), this.scenario.lease);
		double rate = (control == Control.RATES_BEYOND_MARGIN) ? 1.25 : rate();
		this.storeClock = new SimulatedClocks(0, rate, EPOCH, rate);
		trace("seed " + seed + ": " + this.scenario + ", store clock x" + rate);
		for (int i = 0; i < this.scenario.candidates; i++) {
			this.candidates.add(create(i));
		}
	}

	SimulationResult run() {
		FaultInjector injector = new FaultInjector(this, this.random.split());
		if (this.scenario.largestRateError > 0.02) {
			this.faults.add(Fault.CLOCK_DRIFT);
		}
		for (SimulatedCandidate candidate : this.candidates) {
			after(this.random.nextLong(this.scenario.lease / 4), () -> start(candidate));
		}
		injector.start();
		askRegularly();
		after(this.scenario.chaos, new LastAct(this, this.random.split())::heal);
		while (!this.queue.isEmpty()) {
			Event event = this.queue.poll();
			this.now = event.at;
			event.action.run();
			checkAll();
			if (this.finished) {
				break;
			}
		}
		return new SimulationResult(this.events, this.checks.terms(), this.faults, this.checks.notPromised());
	}

	void finish() {
		this.finished = true;
	}

	private void askRegularly() {
		after(this.scenario.lease / 5, () -> {
			this.checks.singleExecution(this.candidates, this.now);
			askRegularly();
		});
	}

	void checkAll() {
		this.checks.exclusiveLeadership(this.candidates, this.now);
	}

	// Time

	long now() {
		return this.now;
	}

	void after(long delay, Runnable action) {
		this.queue.add(new Event(this.now + Math.max(1, delay), this.order++, action));
	}

	void stepped() {
		if (++this.events > TOO_MANY_EVENTS) {
			throw new InvariantViolation(Invariant.SOUND_PROTOCOL, "the protocol spins");
		}
	}

	private double rate() {
		return 1 + (2 * this.random.nextDouble() - 1) * this.scenario.largestRateError;
	}

	// Tracing and counting

	boolean traces() {
		return this.trace != null;
	}

	void trace(String line) {
		if (this.trace != null) {
			this.trace.line("%12.6f s  %s%n          [%s]".formatted(this.now / 1e9, line,
					(this.store != null) ? this.store.describe(serverNow()) : ""));
		}
	}

	void count(Fault fault) {
		this.faults.add(fault);
	}

	void fault(Fault fault, @Nullable SimulatedCandidate target) {
		count(fault);
		this.events++;
		if (this.trace != null) {
			trace("*** " + fault + ((target != null) ? " " + target.name() : ""));
		}
	}

	// Candidates

	private SimulatedCandidate create(int index) {
		double ticker = rate();
		double wall = ticker;
		double apart = 0.45 * this.scenario.margin / this.scenario.lease;
		double largest = this.scenario.largestRateError;
		wall += (2 * this.random.nextDouble() - 1) * apart;
		wall = Math.max(1 - largest, Math.min(1 + largest, wall));
		if (this.scenario.control == Control.RATES_BEYOND_MARGIN) {
			ticker = 0.8;
			wall = 0.8;
		}
		long origin = (this.random.nextInt(4) == 0) ? Long.MAX_VALUE - this.random.nextLong(10 * this.scenario.lease)
				: this.random.nextLong();
		long offset = (this.random.nextLong(7200) - 3600) * 1_000_000_000L;
		SimulatedClocks clocks = new SimulatedClocks(origin, ticker, EPOCH + offset, wall);
		// The clocks' own scale begins at 0
		clocks.startAt(this.now);
		SimulatedCandidate candidate = new SimulatedCandidate(this, index, "c" + index + "-" + this.incarnations++,
				clocks, this.random.split());
		if (traces()) {
			trace(candidate.name() + ": " + clocks);
		}
		return candidate;
	}

	boolean isAlwaysSlow(SimulatedCandidate candidate) {
		return this.scenario.slowCandidate && candidate.index == 0;
	}

	void start(SimulatedCandidate candidate) {
		if (isAlwaysSlow(candidate)) {
			fault(Fault.SLOW_CANDIDATE, candidate);
			candidate.slow = true;
		}
		watch(candidate);
		candidate.input(new Input.Start());
	}

	void watch(SimulatedCandidate candidate) {
		if (this.scenario.traits.push() && !candidate.watchLive && !candidate.dead) {
			candidate.watchLive = true;
			candidate.input(new Input.WatchLive(true));
		}
	}

	void deliverHint(SimulatedCandidate candidate) {
		if (candidate.watchLive) {
			candidate.input(new Input.Hint());
		}
	}

	void resume(SimulatedCandidate candidate) {
		if (candidate.suspended) {
			candidate.clocks.wake(this.now);
			candidate.suspended = false;
		}
		candidate.paused = false;
		// Asked before anything else runs
		checkAll();
		if (traces()) {
			trace("*** runs again: " + candidate.name());
		}
		candidate.catchUp();
	}

	void crash(SimulatedCandidate candidate) {
		candidate.dead = true;
		if (this.scenario.traits.holdOutlivesLease()) {
			after(this.random.nextLong(this.scenario.lease), () -> {
				candidate.sessionEnded = true;
				this.store.removeHold(candidate.name());
			});
		}
	}

	void replace(SimulatedCandidate dead) {
		if (this.candidates.get(dead.index) != dead) {
			return;
		}
		SimulatedCandidate newcomer = create(dead.index);
		this.candidates.set(dead.index, newcomer);
		start(newcomer);
	}

	boolean healed() {
		return this.healed;
	}

	void heal() {
		trace("*** everything heals");
		this.healed = true;
		this.network.heal();
		for (int i = 0; i < this.candidates.size(); i++) {
			SimulatedCandidate candidate = this.candidates.get(i);
			if (candidate.dead) {
				replace(candidate);
				continue;
			}
			candidate.partitioned = false;
			candidate.leaving = false;
			candidate.slow = isAlwaysSlow(candidate);
			if (!candidate.runs()) {
				resume(candidate);
			}
			watch(candidate);
			candidate.input(new Input.Start());
			candidate.input(new Input.Resume(TransitionCause.PAUSED));
			candidate.input(new Input.Resume(TransitionCause.INELIGIBLE));
			for (Work work : List.copyOf(candidate.works)) {
				work.stuck = false;
				if (work.revoked) {
					candidate.end(work);
				}
			}
		}
	}

	@Nullable SimulatedCandidate leader() {
		for (SimulatedCandidate candidate : this.candidates) {
			if (candidate.leads(this.now)) {
				return candidate;
			}
		}
		return null;
	}

	// The store

	private long serverNow() {
		return this.storeClock.nanos(this.now);
	}

	boolean holdsRecord(SimulatedCandidate candidate) {
		return this.store.holderLives(candidate.standing.fencingToken(), serverNow());
	}

	boolean holds(SimulatedCandidate candidate) {
		return candidate.name().equals(this.store.holder());
	}

	Outcome apply(SimulatedCandidate from, Flight flight) {
		Effect.Send<?> send = flight.send;
		this.events++;
		long server = serverNow();
		Outcome outcome;
		if (send.command() instanceof Acquire acquire) {
			outcome = this.store.acquire(acquire, server);
			if (outcome instanceof Outcome.Granted granted) {
				this.checks.storeGranted(acquire, granted.token());
				if (flight.absentSince <= this.deletedAt && this.now < this.newcomersUnaware) {
					this.checks.declare(this.newcomersUnaware);
				}
			}
		}
		else if (send.command() instanceof Renew renew) {
			outcome = this.store.renew(renew, server);
		}
		else if (send.command() instanceof Release release) {
			outcome = this.store.release(release);
			if (outcome instanceof Outcome.Released) {
				hintAll();
			}
		}
		else {
			outcome = this.store.observe(server);
		}
		if (this.scenario.control == Control.LOSSY_FAIL_OVER) {
			this.snapshots.addLast(new Snapshot(this.now, this.store.record()));
			if (this.snapshots.size() > 40) {
				this.snapshots.removeFirst();
			}
		}
		if (traces()) {
			trace("store  %s: %s -> %s".formatted(from.name(), send, outcome));
		}
		return outcome;
	}

	private void hintAll() {
		if (this.scenario.traits.push()) {
			for (SimulatedCandidate candidate : this.candidates) {
				this.network.hint(candidate);
			}
		}
	}

	private void evidenceLost() {
		this.evidenceLostUntil = this.now + (long) (this.scenario.rateRatio() * this.scenario.lease);
	}

	void deleteRecord() {
		evidenceLost();
		// Who was told of no record since takes an absent one at once: not promised to
		// be safe
		this.deletedAt = this.now;
		this.newcomersUnaware = this.evidenceLostUntil;
		this.store.delete();
		fault(Fault.RECORD_DELETED, null);
		hintAll();
	}

	void loseRecords() {
		evidenceLost();
		this.store.restartEmpty(serverNow());
		trace("*** the store is back, empty");
	}

	void removeHold() {
		String holder = this.store.holder();
		if (holder != null && this.store.removeHold(holder)) {
			evidenceLost();
			fault(Fault.HOLD_REMOVED, null);
			hintAll();
		}
	}

	void failOver() {
		if (this.snapshots.isEmpty()) {
			return;
		}
		Snapshot[] kept = this.snapshots.toArray(new Snapshot[0]);
		Snapshot snapshot = kept[this.random.nextInt(kept.length)];
		this.store.fallBack(snapshot.record());
		fault(Fault.LOSSY_FAIL_OVER, null);
	}

}
