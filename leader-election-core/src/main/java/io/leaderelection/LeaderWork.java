/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Work that one candidate at a time does, for as long as it leads. See
 * {@link LeaderElection#runWhileLeader(LeaderWork, LeaderWorkOptions)}.
 */
@FunctionalInterface
public interface LeaderWork {

	/**
	 * Does the work. Called at most once at a time, on a thread of its own to which the
	 * term is {@linkplain Leadership#current() bound}. Should return soon after the
	 * thread was interrupted: a handover waits for it within the drain timeout.
	 * @param leadership the term to which the work is bound
	 * @throws Exception if the work failed. It is done again after a while, unless the
	 * term has ended or the {@linkplain LeaderWorkOptions#stepDownAfter(int) options}
	 * have this candidate hand over
	 */
	void run(Leadership leadership) throws Exception;

}
