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
 * Keeps one session for all calls, and opens another when it is lost or dropped.
 */
final class SessionHolder implements AutoCloseable {

	/**
	 * How long to wait for a session before connecting again. A server may accept a
	 * connection and then not answer.
	 */
	static final long LONGEST_CONNECT = TimeUnit.SECONDS.toNanos(5);

	/** How often a call connects to find out why it cannot. */
	private static final int MOST_CONNECTS = 3;

	private final RedisConnector connector;

	private final RedisTarget target;

	private final Ticker ticker;

	private @Nullable CompletableFuture<RedisSession> current;

	private long connectingSince;

	private boolean closed;

	SessionHolder(RedisConnector connector, RedisTarget target, Ticker ticker) {
		this.connector = connector;
		this.target = target;
		this.ticker = ticker;
	}

	/**
	 * Returns a session that appears to be open.
	 * @throws TimeoutException if connecting takes too long; it continues in the
	 * background
	 * @throws LeaseStoreException if connecting fails
	 */
	RedisSession session(CallBudget budget) throws TimeoutException {
		try {
			return made(budget);
		}
		catch (ExecutionException ex) {
			// The next call detects the failure and connects again
			throw RedisFailures.ofConnect(this.target.toString(), ex);
		}
	}

	private RedisSession made(CallBudget budget) throws TimeoutException, ExecutionException {
		for (int attempt = 1;; attempt++) {
			try {
				return budget.await(current());
			}
			catch (ExecutionException ex) {
				if (attempt == MOST_CONNECTS || !RedisFailures.hidesReason(ex)) {
					throw ex;
				}
			}
		}
	}

	/** Closes a session and fails its pending commands. */
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
		discard();
	}

	private void discard() {
		if (this.current != null) {
			CompletableFuture<?> unused = this.current.thenAccept(RedisSession::close);
			this.current = null;
		}
	}

	private synchronized CompletableFuture<RedisSession> current() {
		if (this.closed) {
			throw new IllegalStateException("The Redis store is closed");
		}
		if (this.current != null && !this.current.isDone()
				&& this.ticker.nanos() - this.connectingSince > LONGEST_CONNECT) {
			discard();
		}
		if (this.current == null || isLost(this.current)) {
			this.connectingSince = this.ticker.nanos();
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
