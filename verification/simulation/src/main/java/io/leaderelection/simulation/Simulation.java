/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.leaderelection.TransitionCause;
import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: events in true time, which only the simulator knows.
 */
final class Simulation extends Schedule {

	static final ElectionKey KEY = new ElectionKey("simulation", "election");

	private static final int TOO_MANY_EVENTS = 60_000;

	final Scenario scenario;

	final SimulationSeams seams;

	final Checks checks;

	final SimulatedNotes notes;

	final TickChecks ticks;

	final SimulatedNetwork network;

	final SimulatedServer server;

	final List<SimulatedCandidate> candidates = new ArrayList<>();

	private final SplittableRandom random;

	private final Set<Fault> faults = EnumSet.noneOf(Fault.class);

	private int events;

	private int incarnations;

	private boolean healed;

	Simulation(long seed, Control control, SimulationSeams seams, @Nullable Consumer<String> trace) {
		super(trace);
		this.random = new SplittableRandom(seed);
		this.scenario = new Scenario(this.random.split(), control);
		this.seams = seams;
		this.checks = new Checks(this);
		this.notes = new SimulatedNotes(this.checks);
		this.ticks = new TickChecks(this.checks, this.scenario.ticks.policy);
		this.network = new SimulatedNetwork(this, this.random.split());
		double rate = (control == Control.RATES_BEYOND_MARGIN) ? 1.25 : rate();
		this.server = new SimulatedServer(this, new SimulatedClocks(0, rate, EPOCH, rate), this.random);
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
		checkRegularly();
		after(this.scenario.chaos, new LastAct(this, this.random.split())::heal);
		runToTheEnd(this::checkAll);
		return new SimulationResult(this.events, this.checks.terms(), this.faults, this.checks.notPromised(),
				this.ticks.outcomes(), this.ticks.doubled());
	}

	private void checkRegularly() {
		after(this.scenario.lease / 5, () -> {
			this.checks.singleExecution(this.candidates, now());
			checkRegularly();
		});
	}

	void checkAll() {
		this.checks.exclusiveLeadership(this.candidates, now());
	}

	void stepped() {
		if (++this.events > TOO_MANY_EVENTS) {
			throw new InvariantViolation(Invariant.SOUND_PROTOCOL, "the protocol spins");
		}
	}

	/** Called when the store has carried out a command. */
	void applied() {
		this.events++;
	}

	private double rate() {
		return 1 + (2 * this.random.nextDouble() - 1) * this.scenario.largestRateError;
	}

	// Tracing and counting

	@Override
	void trace(String line) {
		if (traces()) {
			super.trace("%s%n          [%s]".formatted(line, (this.server != null) ? this.server.describe() : ""));
		}
	}

	void count(Fault fault) {
		this.faults.add(fault);
	}

	void fault(Fault fault, @Nullable SimulatedCandidate target) {
		count(fault);
		this.events++;
		if (traces()) {
			trace("*** " + fault + ((target != null) ? " " + target.name() : ""));
		}
	}

	static Entropy chance(SplittableRandom random) {
		return new Entropy() {

			@Override
			public Nonce nonce() {
				return new Nonce(random.nextLong(), random.nextLong());
			}

			@Override
			public double jitter() {
				return random.nextDouble();
			}

		};
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
		long offset = (long) (this.scenario.skew * (this.random.nextLong(7200) - 3600) * 1e9);
		SimulatedClocks clocks = new SimulatedClocks(origin, ticker, EPOCH + offset, wall);
		// The scale of the clocks begins at 0
		clocks.startAt(now());
		SimulatedCandidate candidate = new SimulatedCandidate(this, index, this.incarnations++, clocks,
				this.random.split());
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
		candidate.ticks.start();
	}

	void watch(SimulatedCandidate candidate) {
		if (this.scenario.traits.push() && !candidate.watchLive && !candidate.dead) {
			candidate.watchLive = true;
			candidate.input(new Input.WatchLive(true));
		}
	}

	void deliverNotification(SimulatedCandidate candidate) {
		if (candidate.watchLive) {
			candidate.input(new Input.Notified());
		}
	}

	void notifyAllCandidates() {
		if (this.scenario.traits.push()) {
			for (SimulatedCandidate candidate : this.candidates) {
				this.network.sendNotification(candidate);
			}
		}
	}

	void resume(SimulatedCandidate candidate) {
		if (candidate.suspended) {
			candidate.clocks.wake(now());
			candidate.suspended = false;
		}
		candidate.paused = false;
		// Checked before any other event runs
		checkAll();
		if (traces()) {
			trace("*** runs again: " + candidate.name());
		}
		candidate.catchUp();
	}

	void crash(SimulatedCandidate candidate) {
		candidate.dead = true;
		if (this.scenario.traits.guardLockOutlivesLease()) {
			after(this.random.nextLong(this.scenario.lease), () -> {
				candidate.sessionEnded = true;
				this.server.endSession(candidate);
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
			candidate.ticks.heal();
			for (Work work : List.copyOf(candidate.application.works)) {
				work.stuck = false;
				if (work.revoked) {
					candidate.application.end(work);
				}
			}
		}
	}

	@Nullable SimulatedCandidate leader() {
		for (SimulatedCandidate candidate : this.candidates) {
			if (candidate.leads(now())) {
				return candidate;
			}
		}
		return null;
	}

}
