/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Observes each call of a guarded method from its start to its end, for traces. The
 * methods must not throw.
 */
@FunctionalInterface
public interface CallObserver {

	/**
	 * Called when a call begins, on the thread of the caller.
	 * @param context reads a key of the caller's reactive context; returns {@code null}
	 * if the key is absent
	 * @return the observer of this call
	 */
	Call begin(Function<Object, @Nullable Object> context);

	/**
	 * Observes one call. Thread-safe.
	 */
	interface Call {

		/**
		 * Called when the current thread enters the call.
		 * @return the scope, which the same thread closes when it leaves the call
		 */
		Scope open();

		/**
		 * Returns the entries that observation adds to the reactive context inside the
		 * call.
		 * @return the values by key
		 */
		Map<Object, Object> context();

		/**
		 * Called when the call and the work that it returned have ended. Only the first
		 * invocation counts.
		 * @param outcome how the call ended, or {@code null} if something other than
		 * leadership kept the method from being called
		 * @param failure the exception that the caller receives, or {@code null}
		 */
		void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure);

	}

	/**
	 * Open while a thread is inside a call.
	 */
	@FunctionalInterface
	interface Scope extends AutoCloseable {

		/** The scope of a call that is not observed. */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
