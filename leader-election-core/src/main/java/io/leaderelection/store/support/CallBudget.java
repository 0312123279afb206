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
 * The time that one call to a store may take, counted from its beginning. Safe to use
 * from any thread. The text of a budget is its length in milliseconds.
 */
public final class CallBudget {

	private final Ticker ticker;

	private final Duration timeout;

	private final long began;

	/**
	 * Creates a budget that begins now.
	 * @param ticker the clock
	 * @param timeout how long the call may take; not negative
	 */
	public CallBudget(Ticker ticker, Duration timeout) {
		this.ticker = ticker;
		this.timeout = timeout;
		this.began = ticker.nanos();
	}

	/**
	 * Returns the length of this budget.
	 * @return the time that the call may take
	 */
	public Duration timeout() {
		return this.timeout;
	}

	/**
	 * Returns the time since the call began.
	 * @return nanoseconds
	 */
	public long nanosUsed() {
		return this.ticker.nanos() - this.began;
	}

	/**
	 * Returns the time left.
	 * @return nanoseconds, not negative
	 */
	public long nanosLeft() {
		return Math.max(0, this.timeout.toNanos() - nanosUsed());
	}

	/**
	 * Returns the time left, for a client for which zero means no limit.
	 * @return milliseconds, at least 1
	 */
	public long millisLeft() {
		return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()));
	}

	/**
	 * Returns whether no time is left.
	 * @return whether the call must end
	 */
	public boolean isSpent() {
		return nanosLeft() == 0;
	}

	/**
	 * Waits for an answer, which may still arrive after a timeout.
	 * @param <T> the type of the answer
	 * @param answer the answer
	 * @return the result
	 * @throws TimeoutException if it does not arrive in time
	 * @throws ExecutionException if it completes exceptionally
	 * @throws LeaseStoreException if this thread is interrupted; its interrupt flag stays
	 * set
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
