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
 * Steps of a job in the wrong order, or without what they need.
 */
final class BrokenTicks {

	private BrokenTicks() {
	}

	/** The job is run before its beginning is known to be written. */
	static final class RunBeforeItsBeginningIsKnown extends TickSteps {

		@Override
		protected boolean waitsForTheBeginning() {
			return false;
		}

	}

	/** The end is written before the job is run. */
	static final class FinishedFirst extends TickSteps {

		@Override
		protected TickEntry before(TickEntry begun) {
			return new TickEntry(begun.tick(), TickEntry.State.FINISHED, begun.token(), begun.attempt(), begun.hash());
		}

	}

	/** The note forgets which ticks were run ahead of time. */
	static final class AheadForgotten extends TickSteps {

		@Override
		protected TickEntry noted(TickEntry entry) {
			return new TickEntry(entry.tick(), entry.state(), entry.token(), entry.attempt(), entry.hash());
		}

	}

	/** The call leaves the term before the end is written. */
	static final class FinishedOutsideTheCall extends TickSteps {

		@Override
		protected boolean staysForTheEnd() {
			return false;
		}

	}

	/** The process trusts the record instead of its own memory. */
	static final class RecordBelieved extends TickSteps {

		private @Nullable TickLane used;

		@Override
		protected TickLane lane(Supplier<TickLane> creates, boolean looks) {
			TickLane used = this.used;
			if (used == null || !used.isBusy()) {
				used = creates.get();
				this.used = used;
			}
			return used;
		}

	}

	/** The scheduler's call and the process's own check have no common lane. */
	static final class WithoutLane extends TickSteps {

		private @Nullable TickLane other;

		@Override
		protected TickLane lane(Supplier<TickLane> creates, boolean looks) {
			if (!looks) {
				return super.lane(creates, false);
			}
			TickLane other = this.other;
			if (other == null) {
				other = creates.get();
				this.other = other;
			}
			return other;
		}

	}

}
