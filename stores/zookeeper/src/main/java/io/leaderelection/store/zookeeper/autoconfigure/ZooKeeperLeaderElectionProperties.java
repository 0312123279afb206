/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.time.Duration;

import io.leaderelection.store.zookeeper.ZooKeeperAcl;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the ZooKeeper store.
 */
@ConfigurationProperties("leader-election.zookeeper")
public class ZooKeeperLeaderElectionProperties {

	/**
	 * Connect string of the ensemble: host:port of each server, separated by commas,
	 * optionally with a path after the last one. Replaces the application's own
	 * CuratorFramework.
	 */
	private @Nullable String connectString;

	/**
	 * Session timeout to request from the server; used with the connect string. The
	 * default is the lease duration. The server may limit the value, and no lease is
	 * longer than the session timeout.
	 */
	private @Nullable Duration sessionTimeout;

	/**
	 * Path of the parent of all nodes. Missing nodes of the path are created.
	 */
	private String rootPath = "/leader-election";

	/**
	 * User name for the digest scheme; used with the connect string.
	 */
	private @Nullable String username;

	/**
	 * Password for the digest scheme; used with the connect string.
	 */
	private @Nullable String password;

	/**
	 * Access rights of the created nodes: everybody (open), or only the identity of the
	 * session (creator). The default is creator if a user name is set, otherwise open.
	 */
	private @Nullable ZooKeeperAcl acl;

	public @Nullable String getConnectString() {
		return this.connectString;
	}

	public void setConnectString(@Nullable String connectString) {
		this.connectString = connectString;
	}

	public @Nullable Duration getSessionTimeout() {
		return this.sessionTimeout;
	}

	public void setSessionTimeout(@Nullable Duration sessionTimeout) {
		this.sessionTimeout = sessionTimeout;
	}

	public String getRootPath() {
		return this.rootPath;
	}

	public void setRootPath(String rootPath) {
		this.rootPath = rootPath;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public @Nullable ZooKeeperAcl getAcl() {
		return this.acl;
	}

	public void setAcl(@Nullable ZooKeeperAcl acl) {
		this.acl = acl;
	}

}
