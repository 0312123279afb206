/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.List;

import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * The access rights of the nodes that the store creates.
 */
public enum ZooKeeperAcl {

	/** Everybody who can connect to the server has all rights. */
	OPEN,

	/**
	 * Only the identity of the session that created a node has all rights. All instances
	 * must use the same identity.
	 */
	CREATOR;

	List<ACL> list() {
		return (this == OPEN) ? ZooDefs.Ids.OPEN_ACL_UNSAFE : ZooDefs.Ids.CREATOR_ALL_ACL;
	}

}
