/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.jspecify.annotations.Nullable;

/**
 * Accompanies one guarded call inside its term. Of several, the one that begins last ends
 * first, and the call leaves the term after all of them. The end may be reported more
 * than once: each report runs {@code leave} last, also if it fails.
 */
public interface CallCompanion {

	/**
	 * Called when the method has returned on the thread of the call, and its work goes
	 * on.
	 */
	void returned();

	/**
	 * Called when the method has returned, and its work has ended, on the thread of the
	 * call. May block.
	 * @param interrupted whether leadership was lost meanwhile, or the method was not
	 * called, because a companion that begins later refused the call or failed
	 * @param leave ends the companions that began before this one, and leaves the term
	 */
	void endAndLeave(boolean interrupted, Runnable leave);

	/**
	 * Called when the work that went on has ended. On any thread, which it must not
	 * block.
	 * @param interrupted whether the work was cancelled
	 * @param leave ends the companions that began before this one, and leaves the term
	 */
	void endAndLeaveSoon(boolean interrupted, Runnable leave);

	/**
	 * Accompanies all calls of a method.
	 */
	@FunctionalInterface
	interface OfMethod {

		/**
		 * Begins to accompany a call, on its thread. May block.
		 * @param call the call, which has entered the term
		 * @return the companion, or {@code null} if the method is not to be called
		 */
		@Nullable CallCompanion begin(GuardCall call);

		/**
		 * Returns whether the next leader makes up for calls that an instance skips while
		 * it hands over.
		 * @return {@code true} if such a call is not lost
		 */
		default boolean isMadeUpFor() {
			return false;
		}

	}

}
