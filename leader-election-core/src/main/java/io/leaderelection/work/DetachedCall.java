/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;

/**
 * Work that is bound to a term but to no thread, from
 * {@link EnteredCall#detach(Runnable)} to {@link #close()}, such as a future or a
 * reactive pipeline. Safe to use from any thread.
 */
public interface DetachedCall extends AutoCloseable {

	/**
	 * Returns the term that guards this work.
	 * @return the term
	 */
	Leadership leadership();

	/**
	 * Cancels the work now, as a loss of the term would, unless it was cancelled before
	 * or has ended. Also cancels work with {@link OnLoss#CONTINUE}. Returns at once; the
	 * cancellation runs on a thread of this library.
	 */
	void interrupt();

	/**
	 * Ends the work. May be called on any thread; closing twice has no effect. Until then
	 * a voluntary handover waits for this work, within the drain timeout, and after a
	 * loss the candidate does not contend for this election again.
	 */
	@Override
	void close();

}
