/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * A piece of work on one thread that is bound to a term, from
 * {@link LeaderElection#tryEnter(OnLoss)} to {@link #close()} or
 * {@link #detach(Runnable)}. Used by the thread that entered it alone, but for
 * {@link #interrupt()}.
 */
public interface GuardedCall extends AutoCloseable {

	/**
	 * The term that guards this work.
	 * @return the term
	 */
	Leadership leadership();

	/**
	 * Interrupts the thread, unless the work has left: the interrupt never reaches what
	 * the thread does afterwards. Also interrupts work that asked for
	 * {@link OnLoss#CONTINUE}. May be called from any thread.
	 */
	void interrupt();

	/**
	 * Whether this library interrupted the thread, as when the term was lost. Meaningful
	 * once the call is closed, when no further interrupt can arrive.
	 * @return whether the thread was interrupted for this call
	 */
	boolean interrupted();

	/**
	 * Leaves this thread without ending the work, for work that goes on elsewhere: it
	 * passes to the returned call with no gap in which a hand-over could take it for
	 * ended. For this thread it is as if this call had been {@linkplain #close() closed}:
	 * no interrupt arrives any more, and the term is no longer the current one.
	 * @param cancellation what stops the work, run once if the term is lost, or the drain
	 * timeout passes, before the returned call is closed, but not if the work was entered
	 * with {@link OnLoss#CONTINUE}; or on {@link DetachedCall#interrupt()}. Runs on a
	 * thread of this library, or before this method returns if the thread was interrupted
	 * for this call already. It must be able to cope with work that is just ending. What
	 * it throws is logged
	 * @return the work, to be closed when it has ended, on any thread
	 * @throws IllegalStateException if this call is closed or detached already
	 */
	DetachedCall detach(Runnable cancellation);

	/**
	 * Leaves the work. Clears the thread's interrupt flag if this library set it for this
	 * call, so that it does not reach what the thread does next. Closing twice, or after
	 * {@link #detach(Runnable)}, has no effect.
	 */
	@Override
	void close();

}
