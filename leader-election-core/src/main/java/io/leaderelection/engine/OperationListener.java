/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Hears of the round trips to the store, for meters and traces.
 */
@FunctionalInterface
public interface OperationListener {

	/**
	 * A batch of commands was answered, failed, or timed out. Called on a thread of this
	 * library; must return at once.
	 * @param operation {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 * @param outcome {@code success}, {@code failure} or {@code timeout}
	 * @param took the time from sending to the answer
	 */
	void completed(String operation, String outcome, Duration took);

	/**
	 * A batch of commands is about to be sent, by the calling thread. It is one call,
	 * whatever the number of commands.
	 * @param operation {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 * @param commands the number of commands in the batch
	 * @return hears of the end of this call, or {@code null}
	 */
	default @Nullable Call begin(String operation, int commands) {
		return null;
	}

	/**
	 * A call to the store that is under way.
	 */
	@FunctionalInterface
	interface Call {

		/**
		 * The call is over. Called once, on the thread that made the call; must return at
		 * once.
		 * @param failure what the store threw, or {@code null} if it answered
		 */
		void end(@Nullable Throwable failure);

	}

}
