/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;

/**
 * Handle returned by {@code join}. Closing it leaves the election.
 */
final class JoinedElection implements Candidacy {

	private final LeaderElection election;

	private final Runnable leave;

	private final AtomicBoolean closed = new AtomicBoolean();

	JoinedElection(LeaderElection election, Runnable leave) {
		this.election = election;
		this.leave = leave;
	}

	@Override
	public LeaderElection election() {
		return this.election;
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			this.leave.run();
		}
	}

}
