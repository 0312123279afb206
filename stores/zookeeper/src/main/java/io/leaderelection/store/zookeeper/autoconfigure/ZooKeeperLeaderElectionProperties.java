/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.time.Duration;

import io.leaderelection.store.zookeeper.ZooKeeperAcl;
import io.leaderelection.store.zookeeper.ZooKeeperLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the ZooKeeper store.
 *
 * @param connectString Connect string of the ensemble: host:port of each server,
 * separated by commas, optionally with a path after the last one. Replaces the
 * application's own CuratorFramework.
 * @param sessionTimeout Session timeout to request from the server; used with the connect
 * string. The default is the lease duration. The server may limit the value, and no lease
 * is longer than the session timeout.
 * @param rootPath Path of the parent of all nodes. Missing nodes of the path are created.
 * @param username User name for the digest scheme; used with the connect string.
 * @param password Password for the digest scheme; used with the connect string.
 * @param acl Access rights of the created nodes: everybody (open), or only the identity
 * of the session (creator). The default is creator if a user name is set, otherwise open.
 */
@ConfigurationProperties("leader-election.zookeeper")
public record ZooKeeperLeaderElectionProperties(@Nullable String connectString, @Nullable Duration sessionTimeout,
		@DefaultValue(ZooKeeperLeaseStoreFactory.DEFAULT_ROOT) String rootPath, @Nullable String username,
		@Nullable String password, @Nullable ZooKeeperAcl acl) {

	/** Omits connect string and password, which may be secrets. */
	@Override
	public String toString() {
		return "ZooKeeperLeaderElectionProperties[username=" + this.username + ", rootPath=" + this.rootPath + "]";
	}

}
