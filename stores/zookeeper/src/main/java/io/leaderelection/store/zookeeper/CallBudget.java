/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;

/**
 * The time that a call may take in all, and whether it was given up. What is given up
 * sends nothing any more.
 */
final class CallBudget {

	/** Ends a little before the caller gives up, so that it learns why. */
	private static final long SHARE = 19;

	private static final long WHOLE = 20;

	private final Ticker ticker;

	private final Duration timeout;

	private final long began;

	private volatile boolean over;

	CallBudget(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.timeout = timeout;
		this.began = ticker.nanos();
	}

	/**
	 * Waits until something is done, well or not, or the time is up; then the call is
	 * given up.
	 * @throws LeaseStoreException if this thread is interrupted
	 */
	void await(CompletableFuture<?> end) {
		try {
			end.get(Math.max(0, SHARE * (this.timeout.toNanos() - (this.ticker.nanos() - this.began)) / WHOLE),
					TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LeaseStoreException("Interrupted while waiting for ZooKeeper", ex);
		}
		catch (ExecutionException | TimeoutException ex) {
			// What became of each part is asked of the part
			return;
		}
		finally {
			this.over = true;
		}
	}

	/**
	 * Refuses to go on with what was given up.
	 * @throws LeaseStoreException if it was
	 */
	void check(String servers) {
		if (this.over) {
			throw tooLate(servers);
		}
	}

	LeaseStoreException tooLate(String servers) {
		return new LeaseStoreException("ZooKeeper at " + servers + " did not answer within " + this.timeout.toMillis()
				+ " ms. See whether the ensemble has a quorum and can be reached, or raise "
				+ "leader-election.operation-timeout");
	}

}
