/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Observes each call of a guarded method from its beginning to its end, for traces. Its
 * methods must not throw.
 */
@FunctionalInterface
public interface CallObserver {

	/**
	 * A call begins, on the thread of the caller.
	 * @param context finds what the caller's reactive context has under a key, or
	 * {@code null}
	 * @return observes the call
	 */
	Call begin(Function<Object, @Nullable Object> context);

	/**
	 * Observes one call. Safe to use from any thread.
	 */
	interface Call {

		/**
		 * The calling thread goes on in the call.
		 * @return to be closed by the same thread when it leaves the call
		 */
		Scope open();

		/**
		 * Returns what the reactive context inside the call has for observation.
		 * @return values by key
		 */
		Map<Object, Object> context();

		/**
		 * The call, and what it returned, has ended. Only the first end counts.
		 * @param outcome how it ended, or {@code null} if the method was not called for
		 * another reason than leadership
		 * @param failure what the caller gets to see, or {@code null}
		 */
		void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure);

	}

	/**
	 * While a thread is inside a call.
	 */
	@FunctionalInterface
	interface Scope extends AutoCloseable {

		/** Of a call that is not observed. */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
