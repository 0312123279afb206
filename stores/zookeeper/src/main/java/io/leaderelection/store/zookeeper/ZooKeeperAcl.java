/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.List;

import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * The access rights of the nodes that the store makes.
 */
public enum ZooKeeperAcl {

	/** Everybody who reaches the server. */
	OPEN,

	/**
	 * The session that made them did, like any that authenticates as it. All instances
	 * must use the same identity.
	 */
	CREATOR;

	List<ACL> list() {
		return (this == OPEN) ? ZooDefs.Ids.OPEN_ACL_UNSAFE : ZooDefs.Ids.CREATOR_ALL_ACL;
	}

}
