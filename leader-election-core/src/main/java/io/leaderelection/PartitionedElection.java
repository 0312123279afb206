/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * An election that is divided into partitions, each of them an election. Nobody leads it
 * as a whole. All methods are safe to call from any thread and none waits for the store.
 */
public interface PartitionedElection {

	/**
	 * Returns the name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Returns the partitions.
	 * @return the elections, by number of the partition from 0
	 */
	List<LeaderElection> partitions();

	/**
	 * Returns the reason why this instance contends for no partition although it is
	 * started: the store has another number of partitions than this instance.
	 * @return the reason and the remedy, or {@code null} if the numbers are equal, or the
	 * one in the store is not known yet
	 */
	@Nullable String problem();

	/**
	 * Removes the number of partitions from the store, so that another one can be used,
	 * unless another instance uses it: leads the election or a partition, bids for one,
	 * or did within a lease. If this instance has another number than the store, its own
	 * number then replaces that one. If it keeps the number in the store, it hands its
	 * partitions over first, so that another instance that runs acquires them and is
	 * found; it then contends for no partition until it is started again or finds its own
	 * number in the store.
	 * @return completed after about a lease, when the number is removed, or exceptionally
	 * with an {@link IllegalStateException} with the reason, such as who uses it; on a
	 * thread of this library
	 */
	CompletionStage<Void> forgetNumber();

}
