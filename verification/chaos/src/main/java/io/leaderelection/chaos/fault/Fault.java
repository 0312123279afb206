/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A kind of fault. Thread-safe; the state of a single fault is in its {@link Strike}.
 */
public interface Fault {

	/**
	 * Returns its name in histories.
	 * @return one word
	 */
	String name();

	/**
	 * Returns its target.
	 * @return one instance, or the store that all of them share
	 */
	Target target();

	/**
	 * Returns how often it comes in a round.
	 * @return at least one
	 */
	default int weight() {
		return 1;
	}

	/**
	 * Whether the guarantees do not cover it: leaders may overlap for a while, though
	 * never with equal tokens.
	 * @return whether it is outside the guarantees
	 */
	default boolean breaks() {
		return false;
	}

	/**
	 * Whether it must not overlap with other faults.
	 * @return whether it must be alone
	 */
	default boolean alone() {
		return false;
	}

	/**
	 * Whether it affects only a leader, so that it waits for one.
	 * @return whether its target must be the leader
	 */
	default boolean wantsLeader() {
		return false;
	}

	/**
	 * Returns a second fault for the same instance, three leases after the end of this
	 * one.
	 * @return the second fault, or empty if there is none
	 */
	default Optional<Fault> sequel() {
		return Optional.empty();
	}

	/**
	 * Begins the fault.
	 * @param strike the target
	 * @return how long the fault lasts
	 * @throws IOException if it cannot be done
	 * @throws InterruptedException if the thread is interrupted
	 */
	Duration begin(Strike strike) throws IOException, InterruptedException;

	/**
	 * Ends the fault. Also called if its beginning failed.
	 * @param strike the target
	 * @throws IOException if it cannot be done
	 * @throws InterruptedException if the thread is interrupted
	 */
	default void end(Strike strike) throws IOException, InterruptedException {
		// Many faults end by themselves
	}

	/**
	 * The target of a fault.
	 */
	enum Target {

		/** One instance. */
		INSTANCE,

		/** The store that all instances share. */
		STORE

	}

}
