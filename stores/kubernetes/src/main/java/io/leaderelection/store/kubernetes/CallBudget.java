/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.time.Ticker;

/**
 * The time that a call of the store may take in all, however many requests it makes.
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

	/** Milliseconds left, at least 1. */
	long millisLeft() {
		return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()));
	}

	boolean isSpent() {
		return nanosLeft() <= 0;
	}

	private long nanosLeft() {
		return this.timeout.toNanos() - (this.ticker.nanos() - this.began);
	}

	/**
	 * Waits for a result, and gives it up if it does not come in time.
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it is a failure
	 * @throws KubernetesStoreException if this thread is interrupted
	 */
	<T> T await(CompletableFuture<T> future) throws TimeoutException, ExecutionException {
		try {
			return future.get(Math.max(0, nanosLeft()), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			future.cancel(true);
			throw ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new KubernetesStoreException("Interrupted while waiting for the Kubernetes API server", ex);
		}
	}

	@Override
	public String toString() {
		return this.timeout.toMillis() + " ms";
	}

}
