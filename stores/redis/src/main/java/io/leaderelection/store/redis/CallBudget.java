/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
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

	/** Milliseconds left, at least 1. */
	long millisLeft() {
		return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()));
	}

	private long nanosLeft() {
		return this.timeout.toNanos() - (this.ticker.nanos() - this.began);
	}

	/**
	 * Waits for a result.
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it is a failure
	 * @throws RedisStoreException if this thread is interrupted
	 */
	<T> T await(CompletionStage<T> stage) throws TimeoutException, ExecutionException {
		long left = nanosLeft();
		if (left <= 0) {
			throw new TimeoutException();
		}
		try {
			return stage.toCompletableFuture().get(left, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisStoreException("Interrupted while waiting for Redis", ex);
		}
	}

	@Override
	public String toString() {
		return this.timeout.toMillis() + " ms";
	}

}
