/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * A process with its clocks. While it is paused or suspended, what happens to it waits. A
 * crash ends it; a restart is another process.
 *
 * @param <S> the schedule
 */
abstract class SimulatedProcess<S extends Schedule> {

	final S simulation;

	final int index;

	final int incarnation;

	final SimulatedClocks clocks;

	final SplittableRandom random;

	/** The tasks that wait for the process to run again. */
	private final Deque<Runnable> backlog = new ArrayDeque<>();

	private final String name;

	boolean dead;

	boolean paused;

	boolean suspended;

	boolean partitioned;

	SimulatedProcess(S simulation, String kind, int index, SimulatedClocks clocks) {
		this.simulation = simulation;
		this.index = index;
		this.incarnation = simulation.incarnations++;
		this.clocks = clocks;
		this.random = simulation.random.split();
		this.name = kind + index + "-" + this.incarnation;
	}

	final String name() {
		return this.name;
	}

	final boolean runs() {
		return !this.dead && !this.paused && !this.suspended;
	}

	/** Runs an action when the process runs. */
	final void whenRunning(Runnable action) {
		if (runs()) {
			action.run();
		}
		else if (!this.dead) {
			this.backlog.add(action);
		}
	}

	/** Runs the waiting actions in their order, and a check after each of them. */
	final void runBacklog(Runnable check) {
		for (Runnable action = this.backlog.poll(); action != null && runs(); action = this.backlog.poll()) {
			action.run();
			check.run();
		}
	}

}
