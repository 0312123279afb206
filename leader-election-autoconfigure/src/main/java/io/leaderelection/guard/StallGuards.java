/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

/**
 * Creates stall guards. They share one thread, which starts when the first of them is
 * used.
 */
final class StallGuards implements AutoCloseable {

	private final GuardContext context;

	private @Nullable Scheduler scheduler;

	private boolean closed;

	StallGuards(GuardContext context) {
		this.context = context;
	}

	/**
	 * Creates the guard of a method.
	 * @param method the name of the method in messages
	 * @param election the election that this instance leads
	 * @param annotation the annotation of the method
	 * @param maxDuration how long a call may take, or {@code null} for no limit
	 * @return the guard, or {@code null} if there is no limit
	 */
	@Nullable StallGuard create(String method, GuardedElection election, OnLeader annotation, @Nullable Duration maxDuration) {
		if (maxDuration == null) {
			return null;
		}
		check(method, election.name(), maxDuration);
		return new StallGuard(method, election, annotation.onLoss(), maxDuration,
				this.context.settings().getObject().coolDown(election.name()), scheduler());
	}

	/**
	 * Checks a duration against the settings of the election.
	 * @param where the name of the method in messages
	 * @param election the name of the election
	 * @param maxDuration how long a call may take, or {@code null} for no limit
	 * @throws InvalidLeaderAnnotationException if it is less than the operation timeout
	 */
	void check(String where, String election, @Nullable Duration maxDuration) {
		if (maxDuration == null) {
			return;
		}
		Duration operationTimeout = this.context.settings().getObject().operationTimeout(election);
		if (maxDuration.compareTo(operationTimeout) < 0) {
			throw new InvalidLeaderAnnotationException(
					"@OnLeader on " + where + " has maxDuration " + maxDuration.toMillis()
							+ "ms, which is less than the operation-timeout of election '" + election + "', "
							+ operationTimeout.toMillis()
							+ "ms: a slow answer of a store would look like a stalled call",
					"Raise maxDuration to " + operationTimeout.toMillis() + "ms or more, or lower operation-timeout");
		}
	}

	private synchronized Scheduler scheduler() {
		Scheduler scheduler = this.scheduler;
		if (scheduler == null) {
			scheduler = this.context.time().scheduler("leader-election-stalls");
			this.scheduler = scheduler;
			if (this.closed) {
				scheduler.close();
			}
		}
		return scheduler;
	}

	/** Stops watching calls. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.scheduler != null) {
			this.scheduler.close();
		}
	}

}
