/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Registration;

/**
 * The tasks of a context. They can end before their elections, if these belong to a
 * parent context. Thread-safe.
 */
final class RunningTasks {

	private final List<Registration> registrations = new ArrayList<>();

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private int running;

	private boolean ending;

	/** Runs work while an election is led. */
	synchronized void add(LeaderElection election, LeaderWork work, LeaderWorkOptions options) {
		this.registrations.add(election.runWhileLeader((leadership) -> {
			if (begin()) {
				try {
					work.run(leadership);
				}
				finally {
					left();
				}
			}
		}, options));
	}

	private synchronized boolean begin() {
		this.running += this.ending ? 0 : 1;
		return !this.ending;
	}

	private synchronized void left() {
		this.running--;
		completeIfOver();
	}

	private void completeIfOver() {
		if (this.ending && this.running == 0) {
			this.ended.complete(null);
		}
	}

	/**
	 * Interrupts all tasks. They do not begin again.
	 * @return completes when none runs any more
	 */
	synchronized CompletionStage<?> end() {
		this.ending = true;
		this.registrations.forEach(Registration::remove);
		this.registrations.clear();
		completeIfOver();
		return this.ended;
	}

}
