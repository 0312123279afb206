/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.time.Ticker;

/**
 * The time that a call may take in all.
 */
final class CallBudget {

	private final Ticker ticker;

	private final Duration timeout;

	private final long began;

	CallBudget(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.timeout = timeout;
		this.began = ticker.nanos();
	}

	/** What is left, not negative. */
	long nanosLeft() {
		return Math.max(0, this.timeout.toNanos() - nanosUsed());
	}

	long nanosUsed() {
		return this.ticker.nanos() - this.began;
	}

	/**
	 * Waits for a result.
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it is a failure
	 * @throws EtcdStoreException if this thread is interrupted
	 */
	<T> T await(CompletableFuture<T> future) throws TimeoutException, ExecutionException {
		try {
			return future.get(nanosLeft(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EtcdStoreException("Interrupted while waiting for etcd", ex);
		}
	}

	Duration timeout() {
		return this.timeout;
	}

}
