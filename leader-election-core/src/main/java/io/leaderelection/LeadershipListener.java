/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Listener for changes of leadership. Calls for one election are made in order and one at
 * a time, on a thread of this library that does not renew leases. The state has changed
 * before a call is made. An exception of a listener is logged and does not reach other
 * listeners.
 * <p>
 * Elections share a few threads. A call that runs for more than a second is logged, and
 * adds two threads for other elections until it returns: these wait for a second, or for
 * log2(n + 1) seconds if listeners of n elections begin to hang at once. Calls that take
 * less than a second each add up. A call that does not return blocks its own election:
 * its listeners receive no further events, a handover ends only with the drain timeout
 * and the end of the lease, and this candidate does not contend again.
 */
public interface LeadershipListener {

	/**
	 * Called when this candidate begins to lead. Followed by exactly one
	 * {@link #revoked(Revocation)} of the same term.
	 * @param leadership the term that begins
	 */
	default void granted(Leadership leadership) {
	}

	/**
	 * Called when this candidate accepts no more work of a term. During a voluntary
	 * handover the lease is kept until this method has returned, within the drain
	 * timeout.
	 * @param revocation the term that ends
	 */
	default void revoked(Revocation revocation) {
	}

	/**
	 * Called when another leader becomes known, or none is known any more.
	 * @param change the former leader and the new one; without the former one if this
	 * listener was added when the leader was already known
	 */
	default void leaderChanged(LeaderChange change) {
	}

	/**
	 * Called when no leader has been known for the vacancy threshold: once per vacancy,
	 * on every candidate that contends or is paused.
	 * @param absence the vacancy
	 */
	default void leaderAbsent(LeaderAbsence absence) {
	}

	/**
	 * Called when a task was cancelled and has not ended within the drain timeout, once
	 * for each of its runs.
	 * @param task the task
	 */
	default void taskStuck(StuckTask task) {
	}

	/**
	 * Called when the state of this candidate has changed.
	 * @param election the name of the election
	 * @param transition the change
	 */
	default void transitioned(String election, Transition transition) {
	}

}
