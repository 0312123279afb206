/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.GuardedCall;
import io.leaderelection.OnLoss;

/**
 * A guarded call as integrations use it. Used by the thread that entered it alone, but
 * for {@link #interrupt()}. Closing it after {@link #detach(Runnable)} has no effect.
 */
public interface DetachableCall extends GuardedCall {

	/**
	 * Interrupts the thread, unless the work has left: the interrupt never reaches what
	 * the thread does afterwards. Also interrupts work that asked for
	 * {@link OnLoss#CONTINUE}. May be called from any thread.
	 */
	void interrupt();

	/**
	 * Leaves this thread without ending the work, for work that goes on elsewhere: it
	 * passes to the returned call with no gap in which a handover could take it for
	 * ended. For this thread it is as if this call had been {@linkplain #close() closed}:
	 * no interrupt arrives any more, and the term is no longer the current one.
	 * @param cancellation what stops the work, run once if the term is lost, or the drain
	 * timeout passes, before the returned call is closed, but not if the work was entered
	 * with {@link OnLoss#CONTINUE}; or on {@link DetachedCall#interrupt()}. Runs on a
	 * thread of this library, or before this method returns if the thread was interrupted
	 * for this call already. It must be able to cope with work that is just ending. An
	 * exception is logged
	 * @return the work, to be closed when it has ended, on any thread
	 * @throws IllegalStateException if this call is closed or detached already
	 */
	DetachedCall detach(Runnable cancellation);

}
