/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A process with its clocks. While it is paused or suspended, what happens to it waits. A
 * crash ends it; a restart is another process.
 */
abstract class SimulatedProcess {

	final SimulatedClocks clocks;

	/** The tasks that wait for the process to run again. */
	final Deque<Runnable> backlog = new ArrayDeque<>();

	private final String name;

	boolean dead;

	boolean paused;

	boolean suspended;

	boolean partitioned;

	SimulatedProcess(String name, SimulatedClocks clocks) {
		this.name = name;
		this.clocks = clocks;
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

}
