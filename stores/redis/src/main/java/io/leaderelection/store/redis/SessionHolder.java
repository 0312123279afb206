/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one session for all calls, and makes another when it is lost or given up.
 */
final class SessionHolder implements AutoCloseable {

	/**
	 * A session that is not made by then is given up: a server that accepts a connection
	 * and then is silent must not be waited for until the network gives up.
	 */
	static final long LONGEST_CONNECT = TimeUnit.SECONDS.toNanos(5);

	private final RedisConnector connector;

	private final RedisTarget target;

	private final Ticker ticker;

	private @Nullable CompletableFuture<RedisSession> current;

	private long begun;

	private boolean closed;

	SessionHolder(RedisConnector connector, RedisTarget target, Ticker ticker) {
		this.connector = connector;
		this.target = target;
		this.ticker = ticker;
	}

	/**
	 * A session that is open, as far as can be known.
	 * @throws TimeoutException if none is made in time; it is still being made
	 * @throws LeaseStoreException if none can be made
	 */
	RedisSession session(CallBudget budget) throws TimeoutException {
		try {
			return made(budget);
		}
		catch (ExecutionException ex) {
			// The next call finds it failed and makes another
			throw RedisFailures.ofConnect(this.target.toString(), ex);
		}
	}

	private RedisSession made(CallBudget budget) throws TimeoutException, ExecutionException {
		try {
			return budget.await(current());
		}
		catch (ExecutionException ex) {
			if (!RedisFailures.hidesReason(ex)) {
				throw ex;
			}
			return budget.await(current());
		}
	}

	/** Gives up a session with everything on it. */
	void drop(RedisSession session) {
		synchronized (this) {
			if (this.current != null && isMade(this.current, session)) {
				this.current = null;
			}
		}
		session.close();
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		giveUp();
	}

	private void giveUp() {
		if (this.current != null) {
			CompletableFuture<?> unused = this.current.thenAccept(RedisSession::close);
			this.current = null;
		}
	}

	private synchronized CompletableFuture<RedisSession> current() {
		if (this.closed) {
			throw new IllegalStateException("The Redis store is closed");
		}
		if (this.current != null && !this.current.isDone() && this.ticker.nanos() - this.begun > LONGEST_CONNECT) {
			giveUp();
		}
		if (this.current == null || isLost(this.current)) {
			this.begun = this.ticker.nanos();
			this.current = this.connector.connect().toCompletableFuture();
		}
		return this.current;
	}

	private static boolean isMade(CompletableFuture<RedisSession> made, RedisSession session) {
		return made.isDone() && !made.isCompletedExceptionally() && made.join().equals(session);
	}

	private static boolean isLost(CompletableFuture<RedisSession> made) {
		if (!made.isDone()) {
			return false;
		}
		return made.isCompletedExceptionally() || !made.join().isOpen();
	}

}
