/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A library, used in one way, over one store.
 *
 * @param name the name of the library, and of the way if there are several
 * @param store the store
 * @param libraries the libraries on the class path of its candidates
 * @param schema the schema that its users create in the database, if any
 * @param opener opens a candidate, in the candidate's process
 * @param expiry reads when a lease ends, if that is possible
 * @param coolDownMillis how long a former leader does not contend after stepping down, in
 * milliseconds
 * @param scenarios the scenarios that it supports
 */
record Contender(String name, Store store, Set<Library> libraries, @Nullable String schema,
		Function<CandidateSettings, Candidate> opener, @Nullable Expiry expiry, int coolDownMillis,
		Set<Scenario> scenarios) {

	/** The name of this library. */
	static final String OURS = "leader-election";

	/** For candidates that contend again at once: the time until they do. */
	static final int NO_COOL_DOWN_MILLIS = 100;

	/**
	 * Returns its unique id.
	 * @return its name and its store
	 */
	String id() {
		return this.name + " / " + this.store;
	}

	boolean isOurs() {
		return this.name.equals(OURS);
	}

}
