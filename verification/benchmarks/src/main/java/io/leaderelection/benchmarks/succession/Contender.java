/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One way to elect, over one store.
 *
 * @param name of the library, and how it is used if that differs
 * @param store what it elects over
 * @param libraries what its candidates have on their class path
 * @param schema what its users create in the database, if anything
 * @param opener opens a candidate; called in the candidate's process
 * @param expiry tells when a lease ends, if that is known
 * @param coolDownMillis how long a former leader does not contend after stepping down, in
 * milliseconds
 * @param scenarios what it can be put through
 */
record Contender(String name, Store store, Set<Library> libraries, @Nullable String schema,
		Function<CandidateSettings, Candidate> opener, @Nullable Expiry expiry, int coolDownMillis,
		Set<Scenario> scenarios) {

	/** This library, if so named. */
	static final String OURS = "leader-election";

	/** Of those who contend again at once: until they do. */
	static final int NO_COOL_DOWN_MILLIS = 100;

	/**
	 * Tells it from all others.
	 * @return its name and its store
	 */
	String id() {
		return this.name + " / " + this.store;
	}

	boolean isOurs() {
		return this.name.equals(OURS);
	}

}
