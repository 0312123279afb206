/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * An election this candidate contends in for as long as the candidacy is open.
 */
public interface Candidacy extends LeaderElection, AutoCloseable {

	/**
	 * Leaves the election: hands over as {@link #stepDown()} does if this candidate
	 * leads, and stops contending once every candidacy of this name is closed. Returns at
	 * once; closing twice has no effect.
	 */
	@Override
	void close();

}
