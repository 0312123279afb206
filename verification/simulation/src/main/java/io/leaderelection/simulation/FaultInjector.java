/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Input;

/**
 * Draws faults, most of them for the leader.
 */
record FaultInjector(Simulation simulation, Scenario scenario, SplittableRandom random) {

	/** How far a wall clock may be wrong. */
	private static final Duration[] FAR = { Duration.ofMinutes(65), Duration.ofDays(1), Duration.ofDays(366) };

	private static final List<TransitionCause> STEP_DOWNS = List.of(TransitionCause.STEP_DOWN, TransitionCause.STALLED,
			TransitionCause.TASK_FAILED, TransitionCause.INELIGIBLE, TransitionCause.TENURE);

	void next() {
		long pause = (long) (-Math.log(1 - this.random.nextDouble()) * 0.6 * this.scenario.lease);
		this.simulation.after(pause, () -> {
			if (!this.simulation.healed) {
				SimulatedCandidate target = target();
				if (!target.dead) {
					inject(target);
				}
				next();
			}
		});
	}

	private SimulatedCandidate target() {
		List<SimulatedCandidate> candidates = this.simulation.candidates;
		Stream<SimulatedCandidate> leaders = (this.random.nextInt(5) < 3)
				? candidates.stream().filter((each) -> !each.dead && each.standing.fencingToken() != 0)
				: Stream.empty();
		return leaders.findFirst().orElseGet(() -> candidates.get(this.random.nextInt(candidates.size())));
	}

	private long span() {
		return switch (this.random.nextInt(4)) {
			case 0 -> this.random.nextLong(this.scenario.lease / 10);
			case 1 -> this.random.nextLong(this.scenario.lease);
			default -> this.random.nextLong(5 * this.scenario.lease / 2);
		};
	}

	/** Injects a fault that ends after a random time. */
	private void during(Fault fault, SimulatedCandidate target, Runnable begins, Runnable ends) {
		this.simulation.fault(fault, target);
		begins.run();
		this.simulation.after(span(), ends);
	}

	private void inject(SimulatedCandidate target) {
		switch (this.random.nextInt(18)) {
			case 0, 1 -> {
				if (target.runs()) {
					during(Fault.PROCESS_PAUSED, target, () -> target.paused = true,
							() -> this.simulation.resume(target));
				}
			}
			case 2 -> suspendOrStep(target);
			case 3 -> stepWall(target);
			case 4, 5 ->
				during(Fault.CRASH, target, () -> this.simulation.crash(target), () -> this.simulation.replace(target));
			case 6 -> {
				if (!target.leaving) {
					during(Fault.STOP_AND_START, target, () -> target.input(new Input.Stop()),
							() -> target.input(new Input.Start()));
				}
			}
			case 7 -> pauseOnRequest(target);
			case 8, 9 -> stepDown(target);
			case 10, 11 ->
				during(Fault.PARTITION, target, () -> target.partitioned = true, () -> target.partitioned = false);
			case 12 -> restartStore();
			case 13 -> loseEvidence();
			case 14 -> {
				this.simulation.fault(Fault.NOTIFICATION_SPURIOUS, target);
				target.input(new Input.Notified());
			}
			case 15 -> slow(target);
			case 16 -> leave(target);
			default -> breakWatch(target);
		}
	}

	private void suspendOrStep(SimulatedCandidate target) {
		if (!this.scenario.sleeps) {
			stepWall(target);
		}
		else if (target.runs()) {
			during(Fault.MACHINE_SUSPENDED, target, target::suspend, () -> this.simulation.resume(target));
		}
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

	private void pauseOnRequest(SimulatedCandidate target) {
		TransitionCause cause = this.random.nextBoolean() ? TransitionCause.PAUSED : TransitionCause.INELIGIBLE;
		during(Fault.PAUSE_AND_RESUME, target, () -> target.input(new Input.Pause(cause)),
				() -> target.input(new Input.Resume(cause)));
	}

	private void stepDown(SimulatedCandidate target) {
		this.simulation.fault(Fault.STEP_DOWN, target);
		long coolDown = this.random.nextBoolean() ? 0 : this.random.nextLong(this.scenario.lease);
		TransitionCause cause = STEP_DOWNS.get(this.random.nextInt(STEP_DOWNS.size()));
		target.input(new Input.StepDown(Duration.ofNanos(coolDown), cause));
	}

	private void restartStore() {
		boolean empty = this.simulation.server.mayLoseEvidence() && this.random.nextBoolean();
		this.simulation.fault(empty ? Fault.STORE_RESTART_EMPTY : Fault.STORE_RESTART, null);
		if (empty) {
			this.simulation.server.keepEvidence();
		}
		this.simulation.server.away = true;
		this.simulation.after(span(), () -> {
			if (empty && !this.simulation.healed) {
				this.simulation.server.loseRecords();
			}
			this.simulation.server.away = false;
		});
	}

	private void loseEvidence() {
		if (this.scenario.control == Control.LOSSY_FAILOVER) {
			this.simulation.server.failover();
		}
		else if (this.scenario.traits.guardLockOutlivesLease() && this.random.nextInt(4) > 0) {
			this.simulation.server.removeGuardLock();
		}
		else if (this.simulation.server.mayLoseEvidence()) {
			this.simulation.server.keepEvidence();
			this.simulation.server.deleteRecord();
		}
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
		target.leaving = true;
		during(Fault.LEAVE, target, () -> target.input(new Input.Stop()), () -> {
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
		if (target.watchLive) {
			during(Fault.WATCH_BROKEN, target, () -> {
				target.watchLive = false;
				target.input(new Input.WatchLive(false));
				if (this.random.nextBoolean()) {
					target.input(new Input.Disconnected());
				}
			}, () -> this.simulation.watch(target));
		}
	}

}
