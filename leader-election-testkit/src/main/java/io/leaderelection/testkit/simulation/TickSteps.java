/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

import java.util.function.Supplier;

import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a process that runs a job once per tick, as far as they can be done wrong.
 * The defaults are right.
 */
public class TickSteps {

	private @Nullable TickLane lane;

	/**
	 * The lane of a call.
	 * @param creates creates a lane that remembers nothing
	 * @param looks whether the process looks for itself, and not its scheduler calls
	 * @return the lane
	 */
	protected TickLane lane(Supplier<TickLane> creates, boolean looks) {
		TickLane lane = this.lane;
		if (lane == null) {
			lane = creates.get();
			this.lane = lane;
		}
		return lane;
	}

	/**
	 * The note that is written before the job is run.
	 * @param begun the entry
	 * @return the entry to write
	 */
	protected TickEntry before(TickEntry begun) {
		return begun;
	}

	/**
	 * Whether the job waits until its beginning is known to be written.
	 * @return whether it does
	 */
	protected boolean waitsForTheBeginning() {
		return true;
	}

	/**
	 * Whether the call stays inside the term until the end is written.
	 * @return whether it does
	 */
	protected boolean staysForTheEnd() {
		return true;
	}

}
