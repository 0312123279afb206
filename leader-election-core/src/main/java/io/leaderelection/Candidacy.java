/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Handle returned by {@link LeaderElections#join(String)}. This candidate contends for
 * leadership of the election until the handle is closed.
 */
public interface Candidacy extends AutoCloseable {

	/**
	 * Returns the election.
	 * @return the election; usable after {@link #close()}, too
	 */
	LeaderElection election();

	/**
	 * Leaves the election: hands over as {@link LeaderElection#stepDown()} does if this
	 * candidate leads, and stops contending once every candidacy of this name is closed.
	 * Returns at once; closing twice has no effect.
	 */
	@Override
	void close();

}
