/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * A call on one thread that is bound to a term, from
 * {@link LeaderElection#tryEnter(OnLoss)} to {@link #close()}. Used by the thread that
 * entered it alone.
 */
public interface GuardedCall extends AutoCloseable {

	/**
	 * The term that guards this work.
	 * @return the term
	 */
	Leadership leadership();

	/**
	 * Whether this library interrupted the thread, as when the term was lost. Meaningful
	 * once the call is closed, when no further interrupt can arrive.
	 * @return whether the thread was interrupted for this call
	 */
	boolean interrupted();

	/**
	 * Leaves the work. Clears the thread's interrupt flag if this library set it for this
	 * call, so that it does not reach what the thread does next. Closing twice has no
	 * effect.
	 */
	@Override
	void close();

}
