/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of fault. Thread-safe; the state of a single fault is in its {@link Strike}.
 *
 * @param name its name in histories, one word
 * @param target one instance, or the store that all of them share
 * @param weight how often it comes in a round, at least once
 * @param traits what is special about it
 * @param beginning begins it
 * @param ending ends it; also called if its beginning failed
 */
public record Fault(String name, Target target, int weight, Set<Trait> traits, Beginning beginning, Ending ending) {

	/** For a fault that ends by itself. */
	static final Ending BY_ITSELF = (strike) -> {
	};

	static Fault ofInstance(String name, int weight, Beginning beginning, Ending ending) {
		return new Fault(name, Target.INSTANCE, weight, Set.of(), beginning, ending);
	}

	static Fault ofStore(String name, Beginning beginning, Ending ending, Trait... traits) {
		return new Fault(name, Target.STORE, 1, Set.of(traits), beginning, ending);
	}

	/**
	 * Returns a second fault for the same instance, three leases after the end of this
	 * one.
	 * @return the second fault, or empty if there is none
	 */
	public Optional<Fault> sequel() {
		return is(Trait.NEEDS_RESTART) ? Optional.of(Faults.end("sigterm", "TERM")) : Optional.empty();
	}

	/**
	 * Whether it has a trait.
	 * @param trait the trait
	 * @return whether it has it
	 */
	public boolean is(Trait trait) {
		return this.traits.contains(trait);
	}

	/**
	 * The target of a fault.
	 */
	public enum Target {

		/** One instance. */
		INSTANCE,

		/** The store that all instances share. */
		STORE

	}

	/**
	 * What is special about a fault.
	 */
	public enum Trait {

		/** It must not overlap with other faults. */
		ALONE,

		/**
		 * The guarantees do not cover it: leaders may overlap for a while, though never
		 * with equal tokens.
		 */
		BREAKS,

		/** It affects only a leader, so that it waits for one. */
		WANTS_LEADER,

		/**
		 * The process is restarted afterwards, because other libraries do not survive:
		 * Tomcat's poller thread ends, for example, and then the endpoint is unreachable.
		 */
		NEEDS_RESTART

	}

	/**
	 * Begins a fault.
	 */
	@FunctionalInterface
	public interface Beginning {

		/**
		 * Begins it.
		 * @param strike the target
		 * @return how long the fault lasts
		 * @throws IOException if it cannot be done
		 * @throws InterruptedException if the thread is interrupted
		 */
		Duration begin(Strike strike) throws IOException, InterruptedException;

	}

	/**
	 * Ends a fault.
	 */
	@FunctionalInterface
	public interface Ending {

		/**
		 * Ends it.
		 * @param strike the target
		 * @throws IOException if it cannot be done
		 * @throws InterruptedException if the thread is interrupted
		 */
		void end(Strike strike) throws IOException, InterruptedException;

	}

}
