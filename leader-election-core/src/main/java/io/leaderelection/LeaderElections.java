/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The elections this candidate takes part in. All methods are safe to call from any
 * thread, and only {@code runOnce} waits for the store.
 * <p>
 * All elections of one name in one {@code LeaderElections} share one candidate. Two
 * {@code LeaderElections}, even in one process, exclude each other like two machines.
 */
public interface LeaderElections {

	/**
	 * How long {@link #runOnce(String, OnceWork)} waits for other candidates and the
	 * store.
	 */
	Duration ONCE_TIMEOUT = Duration.ofMinutes(5);

	/**
	 * Returns the id under which this candidate is known to the store: the instance name
	 * and a random part, so that no two candidates have the same id.
	 * @return the candidate id
	 */
	String instance();

	/**
	 * Returns the namespace that keeps the elections of different applications apart.
	 * @return the namespace
	 */
	String namespace();

	/**
	 * Returns the store type and the time of its last answer.
	 * @return the state of the backend
	 */
	BackendStatus backend();

	/**
	 * Returns the election of the given name if this candidate takes part in it. Does not
	 * join it.
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
	 * @throws IllegalArgumentException if it is divided into partitions: get each
	 * partition by its own name
	 */
	LeaderElection get(String name);

	/**
	 * Contends for leadership of the named election until the returned candidacy is
	 * closed. A name can be joined several times: the candidate leaves when every
	 * candidacy is closed. Meanwhile, if elections are started, the process does not end
	 * by itself.
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
	 * Returns the elections that are divided into partitions, sorted by name.
	 * @return the partitioned elections; their partitions are among {@link #all()}
	 */
	default List<PartitionedElection> partitioned() {
		return List.of();
	}

	/**
	 * Returns all elections this candidate takes part in, sorted by name.
	 * @return the elections
	 */
	List<LeaderElection> all();

	/**
	 * Runs work that has to be done once for all candidates of the namespace, such as a
	 * database migration: one candidate does it, the others wait until it is done. The
	 * work has its own election, whose checkpoint permanently records that the work is
	 * done: the next version of the work needs another name.
	 * <p>
	 * The work runs on the calling thread. If its process dies, another waiting candidate
	 * runs the work from the start. The same happens if the work throws: the exception
	 * reaches the caller, and nothing is recorded. If leadership is lost meanwhile, the
	 * work is interrupted, nothing is recorded, and the caller gets a
	 * {@link LeadershipLostException} while another candidate may begin. The work may
	 * therefore run more than once until one run is recorded, and must cope with what a
	 * former run left.
	 * <p>
	 * May be called at any time, even before the elections are started, for example in an
	 * initialization method or an {@code ApplicationRunner}. Pauses, eligibility,
	 * cool-downs, preferences and tenure do not apply to it. Its election is not among
	 * {@link #all()}, and listeners are not notified; the log names the instance that
	 * does the work. An engine that always leads does the work, one that never leads
	 * returns {@code false} at once.
	 * @param <X> the checked exception that the work may throw
	 * @param name the name of the work: legal as the name of an election, but independent
	 * of an election of that name
	 * @param work what to do, interrupted as guarded work with {@link OnLoss#INTERRUPT}
	 * @param timeout how long to wait for other candidates and for the store, above zero;
	 * the work itself is not limited
	 * @return whether this call did the work; {@code false} if it was done before. Either
	 * way the store has confirmed that it is done
	 * @throws X if the work throws it
	 * @throws RunOnceException if others have not done the work within the timeout, the
	 * elections are stopped meanwhile, or the thread is interrupted while it waits
	 * @throws LeadershipLostException if leadership was lost before the work was recorded
	 * as done
	 * @throws CheckpointUnknownException if the thread is interrupted while the
	 * checkpoint is written
	 * @throws IllegalArgumentException if name or timeout are not legal
	 * @throws IllegalStateException if the elections are stopped or closed, the
	 * election's checkpoints are not understood, or the work calls this with its own name
	 * @throws UnsupportedOperationException if the store keeps no checkpoints
	 */
	default <X extends Exception> boolean runOnce(String name, OnceWork<X> work, Duration timeout) throws X {
		throw new UnsupportedOperationException(getClass().getName() + " cannot do work '" + name
				+ "' once: implement runOnce there, or use the elections of an engine");
	}

	/**
	 * Runs work as {@link #runOnce(String, OnceWork, Duration)} does, with a timeout of
	 * five minutes.
	 * @param <X> the checked exception that the work may throw
	 * @param name the name of the work
	 * @param work what to do
	 * @return whether this call did the work
	 * @throws X if the work throws it
	 */
	default <X extends Exception> boolean runOnce(String name, OnceWork<X> work) throws X {
		return runOnce(name, work, ONCE_TIMEOUT);
	}

	/**
	 * Adds a listener to all elections, including those joined later. It is first called
	 * with the current state of each, as by
	 * {@link LeaderElection#addListener(LeadershipListener)}.
	 * @param listener the listener
	 * @return a registration that removes the listener
	 */
	Registration addListener(LeadershipListener listener);

}
