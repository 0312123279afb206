/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;

/**
 * A fault whose beginning and end are single actions.
 *
 * @param name the name of the fault
 * @param target its target
 * @param weight how often it comes in a round
 * @param wantsLeader whether it affects only a leader
 * @param breaks whether the guarantees do not cover it
 * @param beginning begins it, and returns how long it lasts
 * @param ending ends it
 */
record SimpleFault(String name, Target target, int weight, boolean wantsLeader, boolean breaks, Beginning beginning,
		Ending ending) implements Fault {

	private static final Ending NOTHING = (strike) -> {
	};

	/** Begins a fault. */
	@FunctionalInterface
	interface Beginning {

		Duration begin(Strike strike) throws IOException, InterruptedException;

	}

	/** Ends a fault. */
	@FunctionalInterface
	interface Ending {

		void end(Strike strike) throws IOException, InterruptedException;

	}

	/** A fault of an instance that ends by itself. */
	static SimpleFault ofInstance(String name, Beginning beginning) {
		return ofInstance(name, 1, beginning, NOTHING);
	}

	static SimpleFault ofInstance(String name, int weight, Beginning beginning, Ending ending) {
		return new SimpleFault(name, Target.INSTANCE, weight, false, false, beginning, ending);
	}

	static SimpleFault ofStore(String name, Beginning beginning, Ending ending) {
		return new SimpleFault(name, Target.STORE, 1, false, false, beginning, ending);
	}

	/** A fault of the store for good, which the guarantees may not cover. */
	static SimpleFault ofStore(String name, boolean breaks, Beginning beginning) {
		return new SimpleFault(name, Target.STORE, 1, false, breaks, beginning, NOTHING);
	}

	/** A fault that waits for a leader, and ends by itself. */
	static SimpleFault ofLeader(String name, int weight, Beginning beginning) {
		return new SimpleFault(name, Target.INSTANCE, weight, true, false, beginning, NOTHING);
	}

	@Override
	public Duration begin(Strike strike) throws IOException, InterruptedException {
		return this.beginning.begin(strike);
	}

	@Override
	public void end(Strike strike) throws IOException, InterruptedException {
		this.ending.end(strike);
	}

}
