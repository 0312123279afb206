/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Hears of leadership. Calls for one election arrive in order and one at a time, on a
 * thread of this library that does not renew leases. The state has changed before a call
 * is made. An exception of a listener is logged and does not reach other listeners.
 * <p>
 * Elections take turns on few threads. A call that runs for over a second is logged, and
 * gets other elections two threads more until it returns: they wait for a second, or for
 * log2(n + 1) seconds if n elections begin to hang at once. Calls that take less than a
 * second each add up. A call that does not return delays its own election: no further
 * event of it is heard, a handover ends by the drain timeout and the end of the lease,
 * and this candidate does not contend again.
 */
public interface LeadershipListener {

	/**
	 * This candidate leads. Followed by exactly one {@link #revoked(Revocation)} of the
	 * same term.
	 * @param leadership the term that begins
	 */
	default void granted(Leadership leadership) {
	}

	/**
	 * This candidate accepts no more work of a term. During a voluntary handover the
	 * lease is kept until this method has returned, within the drain timeout.
	 * @param revocation the term that ends
	 */
	default void revoked(Revocation revocation) {
	}

	/**
	 * Another leader is known than before, or none.
	 * @param change the former leader and the new one; without a former one if this
	 * listener was added when the leader was known
	 */
	default void leaderChanged(LeaderChange change) {
	}

	/**
	 * Nobody has been known to lead for the vacancy threshold. Called once per vacancy,
	 * on every candidate that contends or is paused.
	 * @param absence the vacancy
	 */
	default void leaderAbsent(LeaderAbsence absence) {
	}

	/**
	 * A task was cancelled and has not ended within the drain timeout. Called once for
	 * each run of it.
	 * @param task the task
	 */
	default void taskStuck(StuckTask task) {
	}

	/**
	 * The state of this candidate has changed.
	 * @param election the name of the election
	 * @param transition the change
	 */
	default void transitioned(String election, Transition transition) {
	}

}
