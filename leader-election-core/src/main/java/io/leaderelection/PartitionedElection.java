/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * An election that is divided into partitions, each an election of its own. Nobody leads
 * it as a whole. All methods are safe to call from any thread and none waits for the
 * store.
 */
public interface PartitionedElection {

	/**
	 * The name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * The partitions.
	 * @return the elections, by number of the partition from 0
	 */
	List<LeaderElection> partitions();

	/**
	 * Why this instance contends for no partition although it is started: the number of
	 * partitions that is noted in the store is another one than here.
	 * @return the reason and the remedy, or {@code null} if the numbers are equal, or the
	 * noted one is not known yet
	 */
	@Nullable String problem();

	/**
	 * Removes the number of partitions that is noted in the store, so that another one
	 * can be used. On the instance that keeps the note, it contends for no partition
	 * until it is started again or finds its own number; so stop all other instances
	 * before, and this one afterwards. On an instance with another number than the noted
	 * one, its own number takes that place, if no other instance keeps the note.
	 * @return completed when it is done, or exceptionally with an
	 * {@link IllegalStateException} that says why not, on a thread of this library
	 */
	CompletionStage<Void> forgetNumber();

}
