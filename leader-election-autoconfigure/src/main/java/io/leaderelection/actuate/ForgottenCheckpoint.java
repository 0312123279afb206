/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.PartitionedElection;
import io.leaderelection.partition.PartitionAgreement;
import io.leaderelection.work.LibraryNotes;

/**
 * Removes checkpoints, on the leader.
 */
final class ForgottenCheckpoint {

	private static final String ALL = "*";

	private ForgottenCheckpoint() {
	}

	static void remove(LeaderElection election, String checkpoint) {
		Leadership term = election.leadership()
			.orElseThrow(() -> new NotLeaderException(election.name(), election.leader().orElse(null)));
		await(LibraryNotes.of(term).forget(ALL.equals(checkpoint) ? null : checkpoint));
	}

	static void removeNumber(PartitionedElection divided, String checkpoint) {
		if (!ALL.equals(checkpoint) && !PartitionAgreement.CHECKPOINT.equals(checkpoint)) {
			throw new IllegalArgumentException("An election that is divided into partitions has the checkpoint '"
					+ PartitionAgreement.CHECKPOINT + "' alone. Name that, or a partition");
		}
		await(divided.forgetNumber());
	}

	/** Waits up to three operation timeouts, for the number of partitions some leases. */
	private static void await(CompletionStage<Void> request) {
		try {
			request.toCompletableFuture().get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The checkpoint may not have been removed: "
					+ Objects.requireNonNullElse(ex.getCause(), ex).getMessage(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("The request was interrupted. Whether the checkpoint is removed is unknown",
					ex);
		}
	}

}
