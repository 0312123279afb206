/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

/**
 * A replica that takes over with what it has received so far.
 */
public interface Failover {

	/**
	 * Keeps back from the replica what the server confirms from now on.
	 */
	void holdReplication();

	/**
	 * Kills the server and makes the replica the one that serves.
	 * @return the port at which instances are to reach it from now on
	 */
	int promote();

	/**
	 * Gives the server a new replica.
	 */
	void renewReplica();

}
