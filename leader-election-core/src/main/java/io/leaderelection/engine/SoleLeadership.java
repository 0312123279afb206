/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;

/**
 * Waits until an engine leads, if it is one that always leads.
 */
final class SoleLeadership {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private final EngineSettings.Contend contend;

	private final ElectionLoop loop;

	SoleLeadership(EngineSettings.Contend contend, ElectionLoop loop) {
		this.contend = contend;
		this.loop = loop;
	}

	void await(List<? extends LeaderElection> elections) {
		if (this.contend == EngineSettings.Contend.ALONE) {
			elections.forEach(this::await);
		}
	}

	private void await(LeaderElection election) {
		CompletableFuture<Boolean> contends = new CompletableFuture<>();
		this.loop.execute(() -> contends.complete(election.status().state() != ElectionState.PAUSED));
		try {
			if (contends.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) && !election.awaitLeader(TIMEOUT)) {
				throw new IllegalStateException("Election '" + election.name() + "' has no leader after "
						+ TIMEOUT.toSeconds() + " s, although its engine always leads");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException("Election '" + election.name() + "' does not start", ex);
		}
	}

}
