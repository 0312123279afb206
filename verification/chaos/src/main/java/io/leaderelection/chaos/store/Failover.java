/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

/**
 * A failover to a replica that has only received part of the writes.
 */
public interface Failover {

	/**
	 * Withholds from the replica what the server confirms from now on.
	 */
	void holdReplication();

	/**
	 * Kills the server and promotes the replica.
	 * @return the port that instances must connect to from now on
	 */
	int promote();

	/**
	 * Adds a new replica to the server.
	 */
	void renewReplica();

}
