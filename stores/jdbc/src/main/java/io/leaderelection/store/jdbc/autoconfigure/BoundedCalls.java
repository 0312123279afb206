/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;

/**
 * Runs calls with a timeout on its own thread, one at a time. While a call hangs, other
 * calls fail immediately.
 */
public final class BoundedCalls implements AutoCloseable {

	private final Ticker ticker;

	private final WorkerPool thread;

	private final AtomicBoolean inFlight = new AtomicBoolean();

	/**
	 * Creates the runner. It starts no thread before the first call.
	 * @param threadName the name of the thread
	 * @param time supplies the clock and the thread
	 */
	public BoundedCalls(String threadName, TimeSystem time) {
		this.ticker = time.ticker();
		this.thread = time.workers(threadName, 1);
	}

	/**
	 * Runs a call.
	 * @param <T> the type of the result
	 * @param timeout how long to wait for the result; the call itself continues
	 * @param call the call
	 * @return the result of the call
	 * @throws TimeoutException if the call has not ended in time, or the previous call is
	 * still running
	 * @throws LeaseStoreException if this thread is interrupted; it remains interrupted
	 * @throws Exception if the call threw it
	 */
	public <T> T call(Duration timeout, Callable<T> call) throws Exception {
		if (!this.inFlight.compareAndSet(false, true)) {
			throw new TimeoutException("The previous call is still running");
		}
		CallBudget budget = new CallBudget(this.ticker, timeout);
		CompletableFuture<T> answer = CompletableFuture.supplyAsync(() -> {
			try {
				return call.call();
			}
			catch (Exception ex) {
				throw new CompletionException(ex);
			}
			finally {
				this.inFlight.set(false);
			}
		}, this.thread);
		try {
			return budget.await(answer);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Exception cause) {
				throw cause;
			}
			throw ex;
		}
	}

	@Override
	public void close() {
		this.thread.close();
	}

}
