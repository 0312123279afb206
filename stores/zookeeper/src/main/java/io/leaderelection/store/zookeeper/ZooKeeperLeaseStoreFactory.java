/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.common.ZKConfig;
import org.jspecify.annotations.Nullable;

/**
 * Factory for the ZooKeeper store. Requires ZooKeeper 3.6 or later. Create one with
 * {@link #builder(String)} or {@link #builder(CuratorFramework)}.
 */
public final class ZooKeeperLeaseStoreFactory implements LeaseStoreFactory {

	/** The default path of the parent of all nodes. */
	public static final String DEFAULT_ROOT = "/leader-election";

	private static final StoreTraits TRAITS = new StoreTraits("zookeeper", StoreTraits.Clock.OBSERVER,
			Duration.ofSeconds(1), Duration.ofHours(1), true, true, true, true);

	private static final int RETRY_PAUSE = 1;

	/** In bytes: four times the largest answer of a server with default settings. */
	private static final int LARGEST_ANSWER = 4 * 1024 * 1024;

	private final Builder settings;

	private final String root;

	private final ZooKeeperAcl acl;

	private ZooKeeperLeaseStoreFactory(Builder settings) {
		this.settings = settings;
		this.root = settings.root.equals("/") ? "" : settings.root;
		this.acl = settings.acl();
	}

	/**
	 * Creates a builder for a store with its own client.
	 * @param connectString servers as {@code host:port}, separated by commas, optionally
	 * with a path after the last one, below which all nodes are
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(String connectString) {
		return new Builder(connectString, null);
	}

	/**
	 * Creates a builder for a store over a client of the application. The application
	 * starts and closes the client. All instances must use the same Curator namespace.
	 * @param client the client
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(CuratorFramework client) {
		return new Builder(null, client);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store. Does not wait for ZooKeeper: servers that cannot be reached are
	 * tried again with every call.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	/**
	 * Opens the store with the given clocks, for tests.
	 * @param time the time system, whose ticker measures the remaining time of leases
	 * @return the store
	 */
	public LeaseStore open(TimeSystem time) {
		return new ZooKeeperLeaseStore(client(), this.root, this.acl, time);
	}

	private Client client() {
		CuratorFramework given = this.settings.client;
		return (given != null) ? new Client(given, false)
				: new Client(ownClient(String.valueOf(this.settings.connectString)), true);
	}

	private CuratorFramework ownClient(String connectString) {
		int timeout = Math.toIntExact(this.settings.sessionTimeout.toMillis());
		CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
			.connectString(connectString)
			.sessionTimeoutMs(timeout)
			.connectionTimeoutMs(timeout)
			// Curator requires a policy, but the store's requests do not use its retries
			.retryPolicy(new RetryOneTime(RETRY_PAUSE))
			// Always uses the configured servers, for example behind a proxy
			.ensembleTracker(false)
			.zkClientConfig(clientConfig(timeout))
			.dontUseContainerParents();
		String username = this.settings.username;
		if (username != null) {
			builder.authorization("digest", (username + ":" + this.settings.password).getBytes(StandardCharsets.UTF_8));
		}
		return builder.build();
	}

	private static ZKClientConfig clientConfig(int sessionTimeout) {
		ZKClientConfig config = new ZKClientConfig();
		// A server accepts data so large that its own answer with it exceeds the client's
		// default limit. The client then drops the connection, which interrupts all
		// elections, whenever it reads that node
		int largest = config.getInt(ZKConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
		config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(Math.max(largest, LARGEST_ANSWER)));
		if (config.getLong(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, 0) <= 0) {
			// Otherwise close waits forever if the client's thread has ended because of
			// an OutOfMemoryError
			config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Integer.toString(sessionTimeout));
		}
		return config;
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private final @Nullable String connectString;

		private final @Nullable CuratorFramework client;

		private Duration sessionTimeout = Duration.ofSeconds(15);

		private String root = DEFAULT_ROOT;

		private @Nullable String username;

		private @Nullable String password;

		private @Nullable ZooKeeperAcl acl;

		private Builder(@Nullable String connectString, @Nullable CuratorFramework client) {
			this.connectString = connectString;
			this.client = client;
		}

		/**
		 * Sets how long the server keeps a session without a heartbeat. The server may
		 * limit the value. A client of the application keeps its own setting.
		 * @param sessionTimeout the duration, 15 s by default; preferably the lease
		 * duration
		 * @return this
		 * @throws IllegalArgumentException if the duration is not between 1 ms and 24
		 * days
		 */
		public Builder sessionTimeout(Duration sessionTimeout) {
			if (sessionTimeout.toMillis() < 1 || sessionTimeout.toDays() >= 24) {
				throw new IllegalArgumentException(
						"The session timeout is " + sessionTimeout + ". Use a duration between 1ms and 24d");
			}
			this.sessionTimeout = sessionTimeout;
			return this;
		}

		/**
		 * Sets the path of the parent of all nodes. Missing nodes of the path are
		 * created.
		 * @param root an absolute path, {@value ZooKeeperLeaseStoreFactory#DEFAULT_ROOT}
		 * by default
		 * @return this
		 * @throws IllegalArgumentException if the path is not an absolute ZooKeeper path
		 */
		public Builder root(String root) {
			try {
				PathUtils.validatePath(root);
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("The root path '" + root + "' is not a path of ZooKeeper: "
						+ ex.getMessage() + ". Write it as " + DEFAULT_ROOT, ex);
			}
			this.root = root;
			return this;
		}

		/**
		 * Authenticates the store's own client with the {@code digest} scheme. By
		 * default, only the same user then has access to the nodes that the store
		 * creates.
		 * @param username the user, without a colon
		 * @param password the password
		 * @return this
		 * @throws IllegalArgumentException if the user name is empty or contains a colon,
		 * or if the client belongs to the application, whose identity this would change
		 */
		public Builder digest(String username, String password) {
			if (username.isEmpty() || username.indexOf(':') >= 0) {
				throw new IllegalArgumentException("The user name is empty or has a colon. Use one without");
			}
			if (this.client != null) {
				throw new IllegalArgumentException("The client is the application's, which authenticates it. Set its "
						+ "authorization there, or give leader election a connect string");
			}
			this.username = username;
			this.password = password;
			return this;
		}

		/**
		 * Sets the access rights of the nodes that the store creates.
		 * @param acl the rights; by default {@link ZooKeeperAcl#CREATOR} after
		 * {@link #digest}, otherwise {@link ZooKeeperAcl#OPEN}
		 * @return this
		 */
		public Builder acl(ZooKeeperAcl acl) {
			this.acl = acl;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public ZooKeeperLeaseStoreFactory build() {
			return new ZooKeeperLeaseStoreFactory(this);
		}

		private ZooKeeperAcl acl() {
			ZooKeeperAcl chosen = this.acl;
			if (chosen != null) {
				return chosen;
			}
			return (this.username != null) ? ZooKeeperAcl.CREATOR : ZooKeeperAcl.OPEN;
		}

	}

}
