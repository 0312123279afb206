/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection that executes all calls, on its own thread, so that a caller returns
 * in time whatever the driver does. After a timeout the connection is aborted, and the
 * next call opens another. A connection that opens too late for its call is kept for the
 * next one; otherwise a database that is slow to connect to could never be reached.
 */
final class WorkConnection implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(WorkConnection.class);

	private final ConnectionSource source;

	private final LeaseDatabase database;

	private final Function<LeaseSchema, LeaseStatements> dialects;

	private final Ticker ticker;

	private final WorkerPool lane;

	private final WorkerPool aborter;

	/** Used only by the lane's thread, as is the next field. */
	private @Nullable WorkSession kept;

	/** {@code null} until the first connection. */
	private @Nullable LeaseStatements statements;

	private volatile boolean closed;

	WorkConnection(LeaseDatabase database, Function<LeaseSchema, LeaseStatements> dialects, TimeSystem time) {
		this.source = database.source();
		this.database = database;
		this.dialects = dialects;
		this.ticker = time.ticker();
		this.lane = time.workers("leader-election-jdbc", 1);
		this.aborter = time.workers("leader-election-jdbc-abort", 1);
	}

	/**
	 * Executes work on the connection.
	 * @param timeout how long to wait for the result
	 * @param work the work
	 * @return the result of the work
	 * @throws LeaseStoreException if there was no answer in time, or this thread is
	 * interrupted
	 * @throws SQLException if the database or the driver refused
	 */
	<T> T call(Duration timeout, Work<T> work) throws SQLException {
		if (this.closed) {
			throw new IllegalStateException("The jdbc store is closed");
		}
		Call<T> call = new Call<>(work, new CallBudget(this.ticker, timeout));
		CompletableFuture<T> answer = CompletableFuture.supplyAsync(call, this.lane);
		try {
			return call.budget.await(answer);
		}
		catch (TimeoutException ex) {
			call.abandon();
			throw timedOut(timeout, ex);
		}
		catch (LeaseStoreException ex) {
			call.abandon();
			throw new LeaseStoreException("Interrupted while waiting for " + this.source.name(), ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof SQLException cause) {
				if (isTimeout(cause)) {
					throw timedOut(timeout, cause);
				}
				if (cause instanceof ConnectedLateException) {
					throw new NoAnswerException(this.source.name() + ": " + cause.getMessage(), cause);
				}
				throw cause;
			}
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new LeaseStoreException(this.source.name() + " failed unexpectedly: " + ex.getCause(), ex.getCause());
		}
	}

	private NoAnswerException timedOut(Duration timeout, Throwable cause) {
		return new NoAnswerException(
				this.source.name() + " did not answer within " + timeout.toMillis()
						+ " ms, which were left of leader-election.operation-timeout. Check its load and the network",
				cause);
	}

	/** Returns whether the driver has noticed the timeout before the caller has. */
	private static boolean isTimeout(SQLException failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof SocketTimeoutException)) {
			cause = cause.getCause();
		}
		return cause != null;
	}

	/**
	 * Closes the connection after the running call has ended.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.lane.execute(this::discard);
		this.lane.close();
		this.aborter.close();
	}

	/** Returns the kept session, or opens one and the statements with the first. */
	private WorkSession connect(Duration timeout) throws SQLException {
		WorkSession session = this.kept;
		if (session == null) {
			session = new WorkSession(this.source.open(timeout), this.source.exclusive());
			this.kept = session;
			LeaseSchema schema = this.database.prepare(session.connection());
			if (this.statements == null) {
				this.statements = this.dialects.apply(schema);
			}
		}
		return session;
	}

	private void discard() {
		WorkSession session = this.kept;
		this.kept = null;
		if (session != null) {
			try {
				session.close();
			}
			catch (SQLException | RuntimeException ex) {
				logger.debug("Closing a connection to {} failed", this.source.name(), ex);
			}
		}
	}

	/**
	 * Work on the connection.
	 */
	@FunctionalInterface
	interface Work<T> {

		T apply(Connection connection, LeaseStatements statements) throws SQLException;

	}

	private final class Call<T> implements Supplier<T> {

		private final Work<T> work;

		private final CallBudget budget;

		/** Guarded by this call, as is the next field. */
		private @Nullable Connection running;

		private boolean abandoned;

		Call(Work<T> work, CallBudget budget) {
			this.work = work;
			this.budget = budget;
		}

		@Override
		public T get() {
			if (isAbandoned() || WorkConnection.this.closed || this.budget.isSpent()) {
				throw new CompletionException(new SQLTimeoutException("The call timed out before it started"));
			}
			boolean usable = false;
			try {
				T value = runOnLivingSession();
				usable = true;
				return value;
			}
			catch (SQLException ex) {
				usable = ex instanceof ConnectedLateException;
				throw new CompletionException(ex);
			}
			finally {
				if (end() || !usable || !WorkConnection.this.source.exclusive()) {
					discard();
				}
			}
		}

		/**
		 * Servers, pools and firewalls end sessions that were idle, which is noticed only
		 * now.
		 */
		private T runOnLivingSession() throws SQLException {
			boolean isNew = WorkConnection.this.kept == null;
			try {
				return runOnce();
			}
			catch (SQLException ex) {
				if (isNew || this.budget.isSpent() || !isEnded(ex)) {
					throw ex;
				}
				end();
				discard();
				return runOnce();
			}
		}

		/**
		 * Returns whether the session has ended. If the driver has closed the connection,
		 * its exception may be about something else, such as a statement that was closed
		 * with it.
		 */
		private boolean isEnded(SQLException failure) throws SQLException {
			WorkSession session = WorkConnection.this.kept;
			LeaseStatements known = WorkConnection.this.statements;
			return session != null && known != null
					&& (known.isEndOfSession(failure) || session.connection().isClosed());
		}

		private Duration left() {
			return Duration.ofNanos(this.budget.nanosLeft());
		}

		private T runOnce() throws SQLException {
			boolean exclusive = WorkConnection.this.source.exclusive();
			boolean isNew = WorkConnection.this.kept == null;
			Duration before = left();
			// The full timeout, because the connection can outlive this call
			WorkSession session = connect(this.budget.timeout());
			// Setting it up and the first statement take about as long as connecting
			boolean late = exclusive && isNew && left().compareTo(this.budget.timeout().dividedBy(2)) < 0;
			if (late || !begin(session.connection())) {
				throw new ConnectedLateException();
			}
			LeaseStatements known = Objects.requireNonNull(WorkConnection.this.statements);
			session.prepare(known, exclusive ? left() : before);
			return this.work.apply(session.connection(), known);
		}

		private synchronized boolean isAbandoned() {
			return this.abandoned;
		}

		/**
		 * Returns whether the caller still waits. From then on it may abort the
		 * connection.
		 */
		private synchronized boolean begin(Connection connection) {
			this.running = (this.abandoned) ? null : connection;
			return !this.abandoned;
		}

		/** Returns whether the connection may have been aborted. */
		private synchronized boolean end() {
			boolean aborted = this.running != null && this.abandoned;
			this.running = null;
			return aborted;
		}

		synchronized void abandon() {
			this.abandoned = true;
			Connection connection = this.running;
			if (connection != null && WorkConnection.this.source.exclusive()) {
				// On another thread, because some drivers connect again to cancel the
				// statement
				WorkConnection.this.aborter.execute(() -> abort(connection));
			}
		}

		private void abort(Connection connection) {
			try {
				connection.abort(Runnable::run);
			}
			catch (SQLException | RuntimeException ex) {
				logger.debug("A connection to {} cannot be aborted", WorkConnection.this.source.name(), ex);
			}
		}

	}

	/** The connection was opened too late and is unused. */
	private static final class ConnectedLateException extends SQLException {

		private static final long serialVersionUID = 1L;

		ConnectedLateException() {
			super("Connecting took too long. The next call will use the connection");
		}

	}

}
