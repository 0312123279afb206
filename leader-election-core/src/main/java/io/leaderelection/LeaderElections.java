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
	 * @throws IllegalArgumentException if it is divided into partitions, which are asked
	 * for one by one
	 */
	LeaderElection get(String name);

	/**
	 * Contends for leadership of the named election until the returned candidacy is
	 * closed. Joining a name twice is counted: the candidate leaves when every candidacy
	 * is closed.
	 * @param name the name of an election: 1 to 255 characters, without {@code / \ ; %}
	 * and control characters, and not that of a partition, such as {@code orders:3}
	 * @return the candidacy
	 * @throws IllegalArgumentException if the name is not legal, or the election is
	 * divided into partitions
	 */
	Candidacy join(String name);

	/**
	 * Returns the partition that a key belongs to: the CRC-32 of the key's text in UTF-8,
	 * modulo the number of partitions.
	 * @param election the name of a partitioned election
	 * @param key the key: text, an integral number, a {@link java.util.UUID} or an enum
	 * constant, which counts by its name
	 * @return the election of that partition, such as {@code orders:3}
	 * @throws IllegalArgumentException if the election is not partitioned, or the key is
	 * {@code null} or of another type
	 */
	default LeaderElection partition(String election, Object key) {
		List<LeaderElection> partitions = findPartitioned(election).map(PartitionedElection::partitions)
			.orElseThrow(() -> new IllegalArgumentException(
					"Election '" + election + "' is not divided into partitions. Set leader-election.elections["
							+ election + "].partitions, or ask for the election itself"));
		return partitions.get(Partition.of(election, partitions.size(), key).number());
	}

	/**
	 * Returns an election that is divided into partitions.
	 * @param name the name of an election
	 * @return the partitioned election, or empty if it is not divided
	 */
	default Optional<PartitionedElection> findPartitioned(String name) {
		return partitioned().stream().filter((partitioned) -> partitioned.name().equals(name)).findFirst();
	}

	/**
	 * The elections that are divided into partitions, sorted by name.
	 * @return the partitioned elections; their partitions are among {@link #all()}
	 */
	default List<PartitionedElection> partitioned() {
		return List.of();
	}

	/**
	 * All elections this candidate takes part in, sorted by name.
	 * @return the elections
	 */
	List<LeaderElection> all();

	/**
	 * Adds a listener to all elections, also those joined later. It is first called with
	 * what is, as by {@link LeaderElection#addListener(LeadershipListener)}.
	 * @param listener called as {@link LeadershipListener} says
	 * @return removes the listener again
	 */
	Registration addListener(LeadershipListener listener);

}
