/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Input;

/**
 * Draws faults, most of them for the leader.
 */
final class FaultInjector {

	/** How far a wall clock may be wrong. */
	private static final Duration[] FAR = { Duration.ofMinutes(65), Duration.ofDays(1), Duration.ofDays(366) };

	private static final List<TransitionCause> STEP_DOWNS = List.of(TransitionCause.STEP_DOWN, TransitionCause.STALLED,
			TransitionCause.TASK_FAILED, TransitionCause.INELIGIBLE, TransitionCause.TENURE);

	private final Simulation simulation;

	private final Scenario scenario;

	private final SplittableRandom random;

	/**
	 * Until when not to lose evidence again: two losses within a few leases are outside
	 * the guarantees.
	 */
	private long evidenceKeptUntil;

	FaultInjector(Simulation simulation, SplittableRandom random) {
		this.simulation = simulation;
		this.scenario = simulation.scenario;
		this.random = random;
	}

	void start() {
		next();
	}

	private void next() {
		long pause = (long) (-Math.log(1 - this.random.nextDouble()) * 0.6 * this.scenario.lease);
		this.simulation.after(pause, () -> {
			if (!this.simulation.healed()) {
				inject();
				next();
			}
		});
	}

	private SimulatedCandidate target() {
		List<SimulatedCandidate> candidates = this.simulation.candidates;
		if (this.random.nextInt(5) < 3) {
			for (SimulatedCandidate candidate : candidates) {
				if (!candidate.dead && candidate.standing.fencingToken() != 0) {
					return candidate;
				}
			}
		}
		return candidates.get(this.random.nextInt(candidates.size()));
	}

	private long span() {
		return switch (this.random.nextInt(4)) {
			case 0 -> this.random.nextLong(this.scenario.lease / 10);
			case 1 -> this.random.nextLong(this.scenario.lease);
			default -> this.random.nextLong(5 * this.scenario.lease / 2);
		};
	}

	private void inject() {
		SimulatedCandidate target = target();
		if (target.dead) {
			return;
		}
		switch (this.random.nextInt(18)) {
			case 0, 1 -> pause(target);
			case 2 -> suspendOrStep(target);
			case 3 -> stepWall(target);
			case 4, 5 -> crash(target);
			case 6 -> stop(target);
			case 7 -> pauseOnRequest(target);
			case 8, 9 -> stepDown(target);
			case 10, 11 -> partition(target);
			case 12 -> restartStore();
			case 13 -> loseEvidence();
			case 14 -> notifyCandidate(target);
			case 15 -> slow(target);
			case 16 -> leave(target);
			default -> breakWatch(target);
		}
	}

	private void pause(SimulatedCandidate target) {
		if (!target.runs()) {
			return;
		}
		this.simulation.fault(Fault.PROCESS_PAUSED, target);
		target.paused = true;
		this.simulation.after(span(), () -> this.simulation.resume(target));
	}

	private void suspendOrStep(SimulatedCandidate target) {
		if (!this.scenario.sleeps) {
			stepWall(target);
			return;
		}
		if (!target.runs()) {
			return;
		}
		this.simulation.fault(Fault.MACHINE_SUSPENDED, target);
		target.clocksDisturbed();
		target.clocks.suspend(this.simulation.now());
		target.suspended = true;
		this.simulation.after(span(), () -> this.simulation.resume(target));
	}

	private void stepWall(SimulatedCandidate target) {
		boolean forward = this.scenario.sleeps || this.random.nextBoolean();
		this.simulation.fault(forward ? Fault.WALL_FORWARD : Fault.WALL_BACKWARD, target);
		long size = switch (this.random.nextInt(5)) {
			case 0 -> 2 * this.random.nextLong(this.scenario.tolerance);
			case 1 -> this.random.nextLong(this.scenario.lease);
			case 2 -> Duration.ofHours(1).toNanos();
			// About as far as another clock, so that ticks of the one come again by the
			// other
			default -> FAR[this.random.nextInt(FAR.length)].toNanos() + this.random.nextLong(4 * this.scenario.lease);
		};
		target.clocksDisturbed();
		target.clocks.step(this.simulation.now(), forward ? size : -size);
	}

	private void crash(SimulatedCandidate target) {
		this.simulation.fault(Fault.CRASH, target);
		this.simulation.crash(target);
		this.simulation.after(span(), () -> this.simulation.replace(target));
	}

	private void stop(SimulatedCandidate target) {
		if (target.leaving) {
			return;
		}
		this.simulation.fault(Fault.STOP_AND_START, target);
		target.input(new Input.Stop());
		this.simulation.after(span(), () -> target.input(new Input.Start()));
	}

	private void pauseOnRequest(SimulatedCandidate target) {
		this.simulation.fault(Fault.PAUSE_AND_RESUME, target);
		TransitionCause cause = this.random.nextBoolean() ? TransitionCause.PAUSED : TransitionCause.INELIGIBLE;
		target.input(new Input.Pause(cause));
		this.simulation.after(span(), () -> target.input(new Input.Resume(cause)));
	}

	private void stepDown(SimulatedCandidate target) {
		this.simulation.fault(Fault.STEP_DOWN, target);
		long coolDown = this.random.nextBoolean() ? 0 : this.random.nextLong(this.scenario.lease);
		TransitionCause cause = STEP_DOWNS.get(this.random.nextInt(STEP_DOWNS.size()));
		target.input(new Input.StepDown(Duration.ofNanos(coolDown), cause));
	}

	private void partition(SimulatedCandidate target) {
		this.simulation.fault(Fault.PARTITION, target);
		target.partitioned = true;
		this.simulation.after(span(), () -> target.partitioned = false);
	}

	private void restartStore() {
		boolean empty = this.simulation.now() > this.evidenceKeptUntil && this.random.nextBoolean();
		this.simulation.fault(empty ? Fault.STORE_RESTART_EMPTY : Fault.STORE_RESTART, null);
		if (empty) {
			this.evidenceKeptUntil = this.simulation.now() + 5 * this.scenario.lease;
		}
		this.simulation.network.storeAway(true);
		this.simulation.after(span(), () -> {
			if (empty && !this.simulation.healed()) {
				this.simulation.server.loseRecords();
			}
			this.simulation.network.storeAway(false);
		});
	}

	private void loseEvidence() {
		if (this.scenario.control == Control.LOSSY_FAILOVER) {
			this.simulation.server.failover();
		}
		else if (this.scenario.traits.guardLockOutlivesLease() && this.random.nextInt(4) > 0) {
			this.simulation.server.removeGuardLock();
		}
		else if (this.simulation.now() > this.evidenceKeptUntil) {
			this.evidenceKeptUntil = this.simulation.now() + 5 * this.scenario.lease;
			this.simulation.server.deleteRecord();
		}
	}

	private void notifyCandidate(SimulatedCandidate target) {
		this.simulation.fault(Fault.NOTIFICATION_SPURIOUS, target);
		target.input(new Input.Notified());
	}

	private void slow(SimulatedCandidate target) {
		this.simulation.fault(Fault.SLOW_CANDIDATE, target);
		target.slow = true;
		this.simulation.after(this.random.nextLong(6 * this.scenario.lease),
				() -> target.slow = this.simulation.isAlwaysSlow(target));
	}

	/**
	 * Closes a candidacy and joins again, perhaps before the former candidacy is over.
	 */
	private void leave(SimulatedCandidate target) {
		if (target.leaving) {
			return;
		}
		this.simulation.fault(Fault.LEAVE, target);
		target.leaving = true;
		target.input(new Input.Stop());
		this.simulation.after(span(), () -> {
			if (target.dead) {
				this.simulation.replace(target);
			}
			else if (this.random.nextBoolean()) {
				target.leaving = false;
				target.input(new Input.Start());
			}
		});
	}

	private void breakWatch(SimulatedCandidate target) {
		if (!this.scenario.traits.push() || !target.watchLive) {
			return;
		}
		this.simulation.fault(Fault.WATCH_BROKEN, target);
		target.watchLive = false;
		target.input(new Input.WatchLive(false));
		if (this.random.nextBoolean()) {
			target.input(new Input.Disconnected());
		}
		this.simulation.after(span(), () -> this.simulation.watch(target));
	}

}
