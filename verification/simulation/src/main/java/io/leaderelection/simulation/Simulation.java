/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import io.leaderelection.TransitionCause;
import io.leaderelection.history.CallHistory;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: events in true time, which only the simulator knows.
 */
final class Simulation extends Schedule {

	static final ElectionKey KEY = new ElectionKey("simulation", "election");

	final Scenario scenario;

	final SimulationSeams seams;

	final Checks checks = new Checks(this);

	final SimulatedNotes notes = new SimulatedNotes(this.checks);

	final TickChecks ticks;

	final SimulatedNetwork network;

	final SimulatedServer server;

	final List<SimulatedCandidate> candidates = new ArrayList<>();

	final Set<Fault> faults = EnumSet.noneOf(Fault.class);

	/** Without effect unless the seams suspend. */
	private @Nullable SimulatedSuspensions suspensions;

	/** Records the calls to the store. */
	CallHistory calls = CallHistory.NONE;

	Simulation(long seed, Control control, SimulationSeams seams, @Nullable Consumer<String> trace) {
		super(seed, 60_000, trace);
		this.scenario = new Scenario(this.random.split(), control);
		this.seams = seams;
		this.ticks = new TickChecks(this.checks, this.scenario.ticks.policy);
		this.network = new SimulatedNetwork(this, this.scenario, this.random.split());
		double rate = switch (control) {
			case RATES_BEYOND_MARGIN -> 1.25;
			case CORNER, CORNER_AND_BEYOND -> 1 + this.scenario.largestRateError;
			default -> rate();
		};
		this.server = new SimulatedServer(this, new SimulatedClocks(0, 0, rate, EPOCH, rate));
		trace("seed %d: %s, store clock x%s", seed, this.scenario, rate);
		for (int i = 0; i < this.scenario.candidates; i++) {
			this.candidates.add(create(i));
		}
	}

	/** Records the calls to the store, for a program that checks their outcomes. */
	Simulation recordedBy(CallHistory calls) {
		this.calls = calls;
		calls.drift(this.scenario.largestRateError);
		return this;
	}

	SimulationResult run() {
		FaultInjector injector = new FaultInjector(this, this.scenario, this.random.split());
		if (this.scenario.largestRateError > 0.02) {
			this.faults.add(Fault.CLOCK_DRIFT);
		}
		for (SimulatedCandidate candidate : this.candidates) {
			after(this.random.nextLong(this.scenario.lease / 4), () -> start(candidate));
		}
		injector.next();
		if (this.scenario.control.isAtTheCorner()) {
			new CornerFaults(this, this.scenario, this.random.split()).next();
		}
		if (this.seams.suspends()) {
			SimulatedSuspensions suspensions = new SimulatedSuspensions(this, this.random.split());
			this.suspensions = suspensions;
			suspensions.next();
		}
		checkRegularly();
		after(this.scenario.chaos, new LastAct(this, this.scenario, this.random.split())::heal);
		runToTheEnd(this.checks::exclusiveLeadership);
		return new SimulationResult(this.events, this.checks.terms(), this.faults, this.checks.notPromised,
				this.ticks.outcomes, this.ticks.doubled);
	}

	private void checkRegularly() {
		after(this.scenario.lease / 5, () -> {
			this.checks.singleExecution();
			checkRegularly();
		});
	}

	private double rate() {
		return 1 + (2 * this.random.nextDouble() - 1) * this.scenario.largestRateError;
	}

	@Override
	String state() {
		return "%n          [%s]".formatted((this.server != null) ? this.server.describe() : "");
	}

	void fault(Fault fault, @Nullable SimulatedCandidate target) {
		this.faults.add(fault);
		this.events++;
		trace("*** " + fault + ((target != null) ? " " + target.name() : ""));
	}

	private SimulatedCandidate create(int index) {
		double ticker = rate();
		double apart = 0.45 * this.scenario.margin / this.scenario.lease;
		double largest = this.scenario.largestRateError;
		double wall = ticker + (2 * this.random.nextDouble() - 1) * apart;
		wall = Math.max(1 - largest, Math.min(1 + largest, wall));
		if (this.scenario.control == Control.RATES_BEYOND_MARGIN) {
			ticker = 0.8;
			wall = 0.8;
		}
		else if (this.scenario.control.isAtTheCorner()) {
			ticker = 1 - largest;
			wall = ticker;
		}
		long origin = (this.random.nextInt(4) == 0) ? Long.MAX_VALUE - this.random.nextLong(10 * this.scenario.lease)
				: this.random.nextLong();
		long offset = (long) (this.scenario.skew * (this.random.nextLong(7200) - 3600) * 1e9);
		SimulatedClocks clocks = new SimulatedClocks(now(), origin, ticker, EPOCH + offset, wall);
		SimulatedCandidate candidate = new SimulatedCandidate(this, index, clocks);
		trace("%s: %s", candidate.name(), clocks);
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

	void resume(SimulatedCandidate candidate) {
		if (candidate.suspended) {
			candidate.clocks.suspend(now(), false);
			candidate.suspended = false;
		}
		candidate.paused = false;
		// Checked before any other event runs
		this.checks.exclusiveLeadership();
		trace("*** runs again: " + candidate.name());
		candidate.catchUp();
	}

	void crash(SimulatedCandidate candidate) {
		candidate.dead = true;
		if (this.scenario.traits.guardLockOutlivesLease()) {
			after(this.random.nextLong(this.scenario.lease), () -> {
				candidate.sessionEnded = true;
				this.server.store.removeGuardLock(candidate.name());
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

	void heal() {
		trace("*** everything heals");
		this.healed = true;
		this.server.away = false;
		for (SimulatedCandidate candidate : List.copyOf(this.candidates)) {
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
			candidate.application.heal();
		}
		suspensions(SimulatedSuspensions::heal);
	}

	/** Performs an action if the election is suspended at times. */
	void suspensions(Consumer<SimulatedSuspensions> action) {
		if (this.suspensions != null) {
			action.accept(this.suspensions);
		}
	}

	Optional<SimulatedCandidate> leader() {
		return this.candidates.stream().filter((candidate) -> candidate.leads(now())).findFirst();
	}

}
