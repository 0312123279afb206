/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * A call on one thread that is bound to a term, from
 * {@link LeaderElection#tryEnter(OnLoss)} to {@link #close()}. Only the thread that
 * entered it may use it.
 */
public interface GuardedCall extends AutoCloseable {

	/**
	 * Returns the term that guards this work.
	 * @return the term
	 */
	Leadership leadership();

	/**
	 * Returns whether this library interrupted the thread, for example because the term
	 * was lost. The answer is final once the call is closed: no interrupt arrives after
	 * that.
	 * @return whether the thread was interrupted for this call
	 */
	boolean interrupted();

	/**
	 * Ends the call. Clears the thread's interrupt flag if this library set it for this
	 * call, so that it does not affect what the thread does next. Closing twice has no
	 * effect.
	 */
	@Override
	void close();

}
