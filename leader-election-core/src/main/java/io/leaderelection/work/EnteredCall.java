/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.GuardedCall;
import io.leaderelection.OnLoss;

/**
 * A guarded call for integrations, which can be detached from its thread. Only the thread
 * that entered it may use it, except for {@link #interrupt()}. Closing it after
 * {@link #detach(Runnable)} has no effect.
 */
public interface EnteredCall extends GuardedCall {

	/**
	 * Interrupts the thread, unless the call has ended: the interrupt never reaches what
	 * the thread does afterwards. Also interrupts work with {@link OnLoss#CONTINUE}. May
	 * be called from any thread.
	 */
	void interrupt();

	/**
	 * Detaches the work from this thread, for work that continues elsewhere. The returned
	 * call replaces this one without a gap in which a handover could assume that the work
	 * has ended. This thread continues as if this call had been {@linkplain #close()
	 * closed}: no interrupt arrives any more, and the term is no longer the current one.
	 * @param cancellation stops the work. Runs once if the term is lost or the drain
	 * timeout passes before the returned call is closed, unless the work was entered with
	 * {@link OnLoss#CONTINUE}; or on {@link DetachedCall#interrupt()}. Runs on a thread
	 * of this library, or before this method returns if the thread was already
	 * interrupted for this call. It must tolerate work that is just ending. An exception
	 * is logged
	 * @return the detached call, to be closed when the work has ended, on any thread
	 * @throws IllegalStateException if this call is already closed or detached
	 */
	DetachedCall detach(Runnable cancellation);

}
