/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.leaderelection.LeadershipLostException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards the work behind a stage until the stage is complete. Cancels it if leadership is
 * lost.
 */
final class GuardedStage {

	private static final Logger logger = LoggerFactory.getLogger(GuardedStage.class);

	private final GuardCall call;

	private final CompletionStage<?> stage;

	private final HandedOut handedOut = new HandedOut();

	private volatile boolean lost;

	GuardedStage(GuardCall call, CompletionStage<?> stage) {
		this.call = call;
		this.stage = stage;
	}

	/**
	 * Detaches the work from the thread of the call.
	 * @param wraps whether the caller gets another stage, which reports a loss; the stage
	 * of the work itself cannot
	 * @return the stage for the caller
	 */
	CompletionStage<?> start(boolean wraps) {
		this.call.detach(this::lose);
		try {
			this.stage.whenComplete(this::ended);
		}
		catch (Throwable ex) {
			this.call.closeWork();
			throw ex;
		}
		return wraps ? this.handedOut : this.stage;
	}

	private void lose() {
		this.lost = true;
		try {
			cancel(true);
		}
		finally {
			if (!isDone(this.stage)) {
				// The work ignores the cancellation. If it reacts, its own exception is
				// reported
				this.handedOut.completeExceptionally(
						new LeadershipLostException(this.call.guard().election.name(), fencingToken(), null));
			}
		}
	}

	/**
	 * Returns whether an object is a future that is done.
	 * @param result the result of a method
	 * @return {@code true} if it is a future and done; {@code false} if it is not a
	 * future, or unknown
	 */
	static boolean isDone(@Nullable Object result) {
		try {
			return result instanceof Future<?> future && future.isDone();
		}
		catch (UnsupportedOperationException ex) {
			// A minimal stage of the JDK extends the future's class, but refuses its
			// methods
			return false;
		}
	}

	private long fencingToken() {
		return this.call.leadership().fencingToken();
	}

	private void cancel(boolean mayInterruptIfRunning) {
		try {
			Future<?> future = (this.stage instanceof Future<?> own) ? own : this.stage.toCompletableFuture();
			future.cancel(mayInterruptIfRunning);
		}
		catch (UnsupportedOperationException ex) {
			logger.debug("{} returned a stage that cannot be cancelled", this.call.guard().method, ex);
		}
	}

	private void ended(@Nullable Object value, @Nullable Throwable failure) {
		try {
			this.call.workCompleted(this.lost, (failure != null) ? seen(cause(failure)) : null);
		}
		finally {
			handOut(value, failure);
		}
	}

	private void handOut(@Nullable Object value, @Nullable Throwable failure) {
		if (failure == null) {
			this.handedOut.complete(value);
		}
		else {
			this.handedOut.completeExceptionally(this.lost ? seen(cause(failure)) : failure);
		}
	}

	private Throwable seen(Throwable failure) {
		return this.lost ? this.call.lost(failure) : failure;
	}

	private static Throwable cause(Throwable failure) {
		Throwable cause = failure.getCause();
		return (failure instanceof CompletionException && cause != null) ? cause : failure;
	}

	/** The stage for the caller. Cancelling it cancels the work. */
	private final class HandedOut extends CompletableFuture<@Nullable Object> {

		@Override
		public boolean cancel(boolean mayInterruptIfRunning) {
			boolean cancelled = super.cancel(mayInterruptIfRunning);
			if (cancelled) {
				GuardedStage.this.cancel(mayInterruptIfRunning);
			}
			return cancelled;
		}

	}

}
