/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Listener for calls to the store, for meters and traces.
 */
@FunctionalInterface
public interface OperationListener {

	/**
	 * Called when a batch of commands was answered, failed, or timed out, on a thread of
	 * this library; must return at once.
	 * @param operation {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 * @param outcome {@code success}, {@code failure} or {@code timeout}
	 * @param took the time from sending to the answer
	 */
	void completed(String operation, String outcome, Duration took);

	/**
	 * Called before a batch of commands is sent by the calling thread. A batch is one
	 * call, whatever the number of commands.
	 * @param operation {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 * @param commands the number of commands in the batch
	 * @return called at the end of this call, or {@code null}
	 */
	default @Nullable Call begin(String operation, int commands) {
		return null;
	}

	/**
	 * A call to the store that is in progress.
	 */
	@FunctionalInterface
	interface Call {

		/**
		 * Called once when the call has ended, on the thread that made the call; must
		 * return at once.
		 * @param failure the exception of the store, or {@code null} if it answered
		 */
		void end(@Nullable Throwable failure);

	}

}
