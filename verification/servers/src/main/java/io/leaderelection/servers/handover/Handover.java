/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.StuckTask;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.history.FencedResource;

/**
 * The record of a handover by both candidates.
 *
 * @param ending how the first term ended
 * @param runs the number of terms in which the former leader did its job; one if nothing
 * failed
 * @param former the job in the first term
 * @param successor the job in the next term
 * @param transitions the transitions of the former leader, oldest first
 * @param stuckTask completed when the job of the former leader was reported as stuck
 * @param register the register that both wrote to
 */
record Handover(Ending ending, int runs, WorkRun former, WorkRun successor, List<Transition> transitions,
		CompletableFuture<StuckTask> stuckTask, FencedResource register) {

	/** Returns why the first term began and ended. */
	List<TransitionCause> causes() {
		return this.transitions.stream()
			.filter((transition) -> transition.fencingToken() != null)
			.map(Transition::cause)
			.toList();
	}

	/**
	 * Returns whether the term expired for another reason than the test's, because store
	 * or machine were too slow to renew it.
	 */
	boolean isDisturbed() {
		return this.runs != 1 || (!this.ending.former().runsOut() && causes().contains(TransitionCause.EXPIRED));
	}

	/** Returns how long both worked at the same time. */
	Duration overlap() {
		return Duration.ofNanos(Math.max(0, this.former.ended - this.successor.began));
	}

	/** Returns the former leader's attempts to write after its successor had written. */
	List<WorkRun.Write> lateWrites() {
		long since = this.successor.writes.get(0).at();
		return this.former.writes.stream().filter((write) -> write.at() > since).toList();
	}

}
