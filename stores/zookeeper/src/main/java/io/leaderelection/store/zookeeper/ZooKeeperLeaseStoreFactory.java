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
 * Opens the store over a ZooKeeper ensemble, version 3.6 or newer.
 */
public final class ZooKeeperLeaseStoreFactory implements LeaseStoreFactory {

	/** The path below which all nodes are, unless another is set. */
	public static final String DEFAULT_ROOT = "/leader-election";

	private static final StoreTraits TRAITS = new StoreTraits("zookeeper", StoreTraits.Clock.OBSERVER,
			Duration.ofSeconds(1), Duration.ofHours(1), true, true, true, true);

	private static final int RETRY_PAUSE = 1;

	/** In bytes: what a server of the default settings can answer, four times over. */
	private static final int LARGEST_ANSWER = 4 * 1024 * 1024;

	private final Builder settings;

	private final StoreSettings storeSettings;

	private ZooKeeperLeaseStoreFactory(Builder settings) {
		this.settings = settings;
		this.storeSettings = new StoreSettings(settings.root.equals("/") ? "" : settings.root, settings.acl());
	}

	/**
	 * Begins a factory over a client of the store's own.
	 * @param connectString servers as {@code host:port}, separated by commas, and after
	 * the last one perhaps a path that everything is below
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(String connectString) {
		return new Builder(connectString, null);
	}

	/**
	 * Begins a factory over a client of the application, which starts and closes it. All
	 * instances must use the same Curator namespace.
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
	 * Opens the store. Does not wait for ZooKeeper: what cannot be reached is tried again
	 * at every call.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	/**
	 * Opens the store with clocks of its own, for tests.
	 * @param time its ticker counts how long leases still run
	 * @return the store
	 */
	public LeaseStore open(TimeSystem time) {
		return new ZooKeeperLeaseStore(client(), this.storeSettings, time);
	}

	private Client client() {
		CuratorFramework given = this.settings.client;
		return (given != null) ? new Client(given, Client.Ownership.APPLICATION)
				: new Client(ownClient(String.valueOf(this.settings.connectString)), Client.Ownership.STORE);
	}

	private CuratorFramework ownClient(String connectString) {
		int timeout = Math.toIntExact(this.settings.sessionTimeout.toMillis());
		CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
			.connectString(connectString)
			.sessionTimeoutMs(timeout)
			.connectionTimeoutMs(timeout)
			// Requests go past Curator's retries, but it wants a policy
			.retryPolicy(new RetryOneTime(RETRY_PAUSE))
			// The servers to use are those that were set, as behind a proxy
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
		// A server takes data that is so large that its own answer with it exceeds what a
		// client takes by default. The client drops the connection, and with it all
		// elections, as often as it reads that node
		int largest = config.getInt(ZKConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
		config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(Math.max(largest, LARGEST_ANSWER)));
		if (config.getLong(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, 0) <= 0) {
			// Or closing waits for ever where the client's thread ended in a full heap
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
		 * How long the server keeps a session it does not hear of; it is asked for, and
		 * the server's bounds win. A client of the application keeps its own.
		 * @param sessionTimeout the duration, 15 s by default; best the lease duration
		 * @return this
		 * @throws IllegalArgumentException if it is not between 1 ms and 24 days
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
		 * The path below which all nodes are. It and its parents are made if missing.
		 * @param root an absolute path, {@value ZooKeeperLeaseStoreFactory#DEFAULT_ROOT}
		 * by default
		 * @return this
		 * @throws IllegalArgumentException if it is not an absolute path of ZooKeeper
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
		 * Authenticates the store's own client by scheme {@code digest}, and by default
		 * makes nodes that only the same user may use.
		 * @param username the user, without a colon
		 * @param password the password
		 * @return this
		 * @throws IllegalArgumentException if the user name is empty or has a colon, or
		 * the client is the application's, whose identity this would change
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
		 * The access rights of the nodes that the store makes.
		 * @param acl the rights; by default {@link ZooKeeperAcl#CREATOR} after
		 * {@link #digest}, else {@link ZooKeeperAcl#OPEN}
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
