/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;

/**
 * Runs calls on a thread of its own, one at a time, and does not wait for one that is
 * stuck: while it is, others fail at once.
 */
public final class BoundedCalls implements AutoCloseable {

	private final Ticker ticker;

	private final WorkerPool thread;

	private final AtomicBoolean inFlight = new AtomicBoolean();

	/**
	 * Starts no thread before the first call.
	 * @param threadName the name of the thread
	 * @param time runs the thread
	 */
	public BoundedCalls(String threadName, TimeSystem time) {
		this.ticker = time.ticker();
		this.thread = time.workers(threadName, 1);
	}

	/**
	 * Runs a call.
	 * @param <T> what it returns
	 * @param timeout when to give up; the call goes on
	 * @param call what to do
	 * @return what it returned
	 * @throws TimeoutException if it, or the one before, has not ended in time
	 * @throws LeaseStoreException if this thread is interrupted, which it stays
	 * @throws Exception what it threw
	 */
	public <T> T call(Duration timeout, Callable<T> call) throws Exception {
		if (!this.inFlight.compareAndSet(false, true)) {
			throw new TimeoutException("The call before has not ended");
		}
		CallBudget budget = new CallBudget(this.ticker, timeout);
		CompletableFuture<T> answer = new CompletableFuture<>();
		this.thread.execute(() -> {
			try {
				answer.complete(call.call());
			}
			catch (Throwable ex) {
				answer.completeExceptionally(ex);
			}
			finally {
				this.inFlight.set(false);
			}
		});
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
