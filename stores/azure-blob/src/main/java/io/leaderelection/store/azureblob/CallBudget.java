/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The time that all remote calls of a command have together. For any thread.
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

	long nanosLeft() {
		return this.timeout.toNanos() - elapsed();
	}

	/** Nanoseconds since the command was sent. */
	long elapsed() {
		return this.ticker.nanos() - this.began;
	}

	/**
	 * Makes a call and waits for its answer. A call that is not answered in time is
	 * cancelled; it may still be carried out.
	 * @return the answer, or {@code null} if it has none
	 * @throws TimeoutException if it does not come in time
	 * @throws ExecutionException if it is a failure
	 */
	<T> @Nullable T await(Mono<T> call) throws TimeoutException, ExecutionException {
		long left = nanosLeft();
		if (left <= 0) {
			throw new TimeoutException();
		}
		CompletableFuture<@Nullable T> answer = call.toFuture();
		try {
			return answer.get(left, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ExecutionException(ex);
		}
		finally {
			answer.cancel(true);
		}
	}

	@Override
	public String toString() {
		return this.timeout.toMillis() + " ms";
	}

}
