/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A kind of fault. For any thread; what a single fault needs is in its {@link Strike}.
 */
public interface Fault {

	/**
	 * Its name in histories.
	 * @return one word
	 */
	String name();

	/**
	 * Whom it hits.
	 * @return an instance, or what all of them share
	 */
	Target target();

	/**
	 * How often it comes in a round.
	 * @return at least one
	 */
	default int weight() {
		return 1;
	}

	/**
	 * Whether it leaves what is promised: leaders may overlap for a while, though never
	 * with equal tokens.
	 * @return whether it does
	 */
	default boolean breaks() {
		return false;
	}

	/**
	 * Whether it may come only while no other fault is under way.
	 * @return whether it must be alone
	 */
	default boolean alone() {
		return false;
	}

	/**
	 * Whether it does something to the leader only, so that it waits for one.
	 * @return whether it has to hit the leader
	 */
	default boolean wantsLeader() {
		return false;
	}

	/**
	 * A second fault for the same instance, three leases after the end of this one.
	 * @return the second fault, or empty if there is none
	 */
	default Optional<Fault> sequel() {
		return Optional.empty();
	}

	/**
	 * Begins the fault.
	 * @param strike whom it hits
	 * @return how long it is to last
	 * @throws IOException if it cannot be done
	 * @throws InterruptedException if the thread is interrupted
	 */
	Duration begin(Strike strike) throws IOException, InterruptedException;

	/**
	 * Ends the fault; called in any case, also where its beginning failed.
	 * @param strike whom it hit
	 * @throws IOException if it cannot be done
	 * @throws InterruptedException if the thread is interrupted
	 */
	default void end(Strike strike) throws IOException, InterruptedException {
		// Many end by themselves
	}

	/**
	 * Whom a fault hits.
	 */
	enum Target {

		/** One instance. */
		INSTANCE,

		/** What all instances share. */
		STORE

	}

}
