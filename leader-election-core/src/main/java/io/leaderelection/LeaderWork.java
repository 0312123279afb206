/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Work that only the leader does, for as long as it leads. See
 * {@link LeaderElection#runWhileLeader(LeaderWork, LeaderWorkOptions)}.
 */
@FunctionalInterface
public interface LeaderWork {

	/**
	 * Does the work. Never called twice at the same time. The work has its own thread, to
	 * which the term is {@linkplain Leadership#current() bound}. It should return soon
	 * after the thread was interrupted: a handover waits for it within the drain timeout.
	 * @param leadership the term to which the work is bound
	 * @throws Exception if the work failed. It runs again after a delay, unless the term
	 * has ended or the {@linkplain LeaderWorkOptions#stepDownAfter(int) options} make
	 * this candidate hand over
	 */
	void run(Leadership leadership) throws Exception;

}
