/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.function.Supplier;

import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a process that runs a job once per tick, which a test may replace by wrong
 * ones. The defaults are correct.
 */
class TickSteps {

	private @Nullable TickLane lane;

	/**
	 * Returns the lane for a call.
	 * @param creates creates a lane without memory
	 * @param looks whether this is the process's own check and not a call of its
	 * scheduler
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
	 * Returns the note that is written before the job is run.
	 * @param begun the entry
	 * @return the entry to write
	 */
	protected TickEntry before(TickEntry begun) {
		return begun;
	}

	/**
	 * Returns what is written of an entry.
	 * @param entry the entry
	 * @return the entry to write
	 */
	protected TickEntry noted(TickEntry entry) {
		return entry;
	}

	/**
	 * Returns whether the job waits until its beginning is known to be written.
	 * @return whether it does
	 */
	protected boolean waitsForTheBeginning() {
		return true;
	}

	/**
	 * Returns whether the call stays inside the term until the end is written.
	 * @return whether it does
	 */
	protected boolean staysForTheEnd() {
		return true;
	}

}
