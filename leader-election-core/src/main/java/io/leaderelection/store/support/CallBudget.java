/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The time that one call to a store may take, counted from when it began. Safe to use
 * from any thread. Printed as its length in milliseconds.
 */
public final class CallBudget {

	private final Ticker ticker;

	private final Duration timeout;

	private final long began;

	/**
	 * Begins now.
	 * @param ticker counts the time
	 * @param timeout how long the call may take; not negative
	 */
	public CallBudget(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.timeout = timeout;
		this.began = ticker.nanos();
	}

	/**
	 * The length of this budget.
	 * @return the time that the call may take
	 */
	public Duration timeout() {
		return this.timeout;
	}

	/**
	 * How long ago the call began.
	 * @return nanoseconds
	 */
	public long nanosUsed() {
		return this.ticker.nanos() - this.began;
	}

	/**
	 * How much is left.
	 * @return nanoseconds, not negative
	 */
	public long nanosLeft() {
		return Math.max(0, this.timeout.toNanos() - nanosUsed());
	}

	/**
	 * How much is left, for a client that takes zero for no limit.
	 * @return milliseconds, at least 1
	 */
	public long millisLeft() {
		return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()));
	}

	/**
	 * Whether nothing is left.
	 * @return whether the call must be given up
	 */
	public boolean isSpent() {
		return nanosLeft() == 0;
	}

	/**
	 * Waits for an answer, which may still come after it was given up.
	 * @param <T> the type of the answer
	 * @param answer the answer
	 * @return what it is completed with
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it is a failure
	 * @throws LeaseStoreException if this thread is interrupted, which it stays
	 */
	public <T extends @Nullable Object> T await(CompletionStage<T> answer) throws TimeoutException, ExecutionException {
		try {
			return answer.toCompletableFuture().get(nanosLeft(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LeaseStoreException("Interrupted while waiting for an answer of the store", ex);
		}
	}

	@Override
	public String toString() {
		return this.timeout.toMillis() + " ms";
	}

}
