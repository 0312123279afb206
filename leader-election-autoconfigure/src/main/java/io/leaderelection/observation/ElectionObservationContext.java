/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Partition;
import io.micrometer.common.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * What is known of something that belongs to one election.
 */
public abstract sealed class ElectionObservationContext extends OutcomeContext
		permits GuardedCallObservationContext, TaskObservationContext, HandoverObservationContext {

	private final String election;

	private final @Nullable Partition partition;

	ElectionObservationContext(String election) {
		this.election = election;
		this.partition = Partition.parse(election);
	}

	/**
	 * The election.
	 * @return the name; of a partition with its number
	 */
	public String getElection() {
		return this.election;
	}

	/**
	 * The partition of the election.
	 * @return the partition, or {@code null} if the election is not one of several
	 * partitions
	 */
	public @Nullable Partition getPartition() {
		return this.partition;
	}

	KeyValue electionKey() {
		return LeaderElectionObservationDocumentation.LowCardinalityKeys.ELECTION
			.withValue((this.partition != null) ? this.partition.election() : this.election);
	}

	KeyValue partitionKey() {
		return LeaderElectionObservationDocumentation.HighCardinalityKeys.PARTITION
			.withValue((this.partition != null) ? String.valueOf(this.partition.number()) : KeyValue.NONE_VALUE);
	}

	KeyValue outcomeKey() {
		return LeaderElectionObservationDocumentation.LowCardinalityKeys.OUTCOME.withValue(getOutcome());
	}

}
