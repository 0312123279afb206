/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.SplittableRandom;

import io.leaderelection.TransitionCause;
import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Input;

/**
 * The end of a schedule: all faults end; then the leader crashes, stops, steps down or
 * continues; then all candidates stop. The bounds of vacancies are checked at each step.
 */
record LastAct(Simulation simulation, Scenario scenario, SplittableRandom random) {

	void heal() {
		this.simulation.heal();
		// A suspension that a successor finds is ended, too
		long bound = this.scenario.healBound() + (this.simulation.seams.suspends() ? this.scenario.lease : 0);
		this.simulation.after(bound, () -> {
			if (leads("everything healed", bound)) {
				act(this.simulation.leader().orElseThrow());
			}
			else {
				this.simulation.finish();
			}
		});
	}

	private boolean leads(String after, long bound) {
		if (this.simulation.leader().isPresent()) {
			return true;
		}
		this.simulation.checks.violated(Invariant.I10_BOUNDED_VACANCY,
				"nobody leads %.3f s after %s".formatted(bound / 1e9, after));
		return false;
	}

	private void act(SimulatedCandidate leader) {
		this.simulation.checks.calm = true;
		switch (this.random.nextInt(6)) {
			case 0, 1 -> {
				this.simulation.fault(Fault.CRASH, leader);
				this.simulation.crash(leader);
				successorWithin("a crash", this.scenario.crashBound());
			}
			case 2, 3 -> {
				this.simulation.fault(Fault.STOP_AND_START, leader);
				leader.input(new Input.Stop());
				successorWithin("a clean stop", this.scenario.lease / 50 + this.scenario.stopBound());
			}
			case 4 -> {
				this.simulation.fault(Fault.STEP_DOWN, leader);
				leader.input(new Input.StepDown(Duration.ofNanos(this.scenario.lease), TransitionCause.STEP_DOWN));
				successorWithin("a step-down", this.scenario.lease / 50 + this.scenario.stopBound());
			}
			default -> this.simulation.after(11 * this.scenario.lease, () -> {
				leads("nothing", 0);
				stopAll();
			});
		}
	}

	private void successorWithin(String after, long bound) {
		this.simulation.after(bound, () -> {
			leads(after, bound);
			this.simulation.after(this.scenario.lease, this::stopAll);
		});
	}

	private void stopAll() {
		for (SimulatedCandidate candidate : this.simulation.candidates) {
			candidate.input(new Input.Stop());
		}
		long bound = this.scenario.slowBound() + 2 * this.scenario.lease + 3 * this.scenario.operationTimeout;
		this.simulation.after(bound, () -> {
			for (SimulatedCandidate candidate : this.simulation.candidates) {
				if (!candidate.dead && !candidate.quiet()) {
					unclean(candidate, "is not quiet", bound);
				}
				if (!candidate.dead && (!candidate.settled() || this.simulation.server.ownsGuardLock(candidate))) {
					unclean(candidate, "has something left to undo", bound);
				}
			}
			this.simulation.finish();
		});
	}

	private void unclean(SimulatedCandidate candidate, String problem, long bound) {
		this.simulation.checks.violated(Invariant.I15_HYGIENE,
				"%s %s %.3f s after its stop".formatted(candidate.name(), problem, bound / 1e9));
	}

}
