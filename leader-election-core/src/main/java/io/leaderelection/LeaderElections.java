/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.List;
import java.util.Optional;

/**
 * The elections this candidate takes part in. All methods are safe to call from any
 * thread and none waits for the store.
 * <p>
 * All elections of one name in one {@code LeaderElections} share one candidate. Two
 * {@code LeaderElections}, even in one process, exclude each other like two machines.
 */
public interface LeaderElections {

	/**
	 * The id under which this candidate is known to the store: the instance name and a
	 * part drawn at random for this object, so that no two candidates share it.
	 * @return the candidate id
	 */
	String instance();

	/**
	 * The namespace that keeps the elections of different applications apart.
	 * @return the namespace
	 */
	String namespace();

	/**
	 * The store type and the time of its last answer.
	 * @return the state of the backend
	 */
	BackendStatus backend();

	/**
	 * Returns the election of the given name if this candidate takes part in it. Has no
	 * effect otherwise.
	 * @param name the name of an election
	 * @return the election, or empty if it was never joined
	 */
	Optional<LeaderElection> find(String name);

	/**
	 * Returns an election this candidate takes part in.
	 * @param name the name of an election
	 * @return the election
	 * @throws UnknownElectionException if it was never joined; the message lists the
	 * known names
	 */
	LeaderElection get(String name);

	/**
	 * Contends for leadership of the named election until the returned candidacy is
	 * closed. Joining a name twice is counted: the candidate leaves when every candidacy
	 * is closed.
	 * @param name the name of an election: 1 to 255 characters, without {@code / \ ; %}
	 * and control characters
	 * @return the candidacy
	 * @throws IllegalArgumentException if the name is not legal
	 */
	Candidacy join(String name);

	/**
	 * All elections this candidate takes part in, sorted by name.
	 * @return the elections
	 */
	List<LeaderElection> all();

	/**
	 * Adds a listener to all elections, also those joined later.
	 * @param listener called as {@link LeadershipListener} says
	 * @return removes the listener again
	 */
	Registration addListener(LeadershipListener listener);

}
