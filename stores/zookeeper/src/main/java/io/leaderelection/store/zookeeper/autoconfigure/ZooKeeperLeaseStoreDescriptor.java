/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper.autoconfigure;

import java.time.Duration;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.zookeeper.ZooKeeperAcl;
import io.leaderelection.store.zookeeper.ZooKeeperLeaseStoreFactory;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.client.ConnectStringParser;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Describes the ZooKeeper store.
 */
final class ZooKeeperLeaseStoreDescriptor implements LeaseStoreDescriptor {

	static final String NAME = "zookeeper";

	private static final String PREFIX = "leader-election.zookeeper.";

	private static final String CONNECT_STRING = PREFIX + "connect-string";

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

	private final ZooKeeperLeaderElectionProperties properties;

	private final StoreBean<CuratorFramework> clientBean;

	private final Environment environment;

	ZooKeeperLeaseStoreDescriptor(ZooKeeperLeaderElectionProperties properties, StoreBean<CuratorFramework> clientBean,
			Environment environment) {
		this.properties = properties;
		this.clientBean = clientBean;
		this.environment = environment;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		if (isConfigured()) {
			return Detection.configured(CONNECT_STRING);
		}
		String evidence = this.clientBean.evidence();
		return (evidence != null) ? Detection.detected(evidence)
				: Detection.none(this.clientBean.reasonForNone() + ", and " + CONNECT_STRING + " is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		ZooKeeperLeaseStoreFactory.Builder builder = isConfigured() ? ownClient() : applicationsClient();
		LeaderElectionConfigurationException.requireLegal(() -> builder.root(this.properties.rootPath()),
				(problem) -> PREFIX + "root-path is '" + this.properties.rootPath()
						+ "', which is not a path of ZooKeeper",
				"Write it as " + ZooKeeperLeaseStoreFactory.DEFAULT_ROOT);
		ZooKeeperAcl acl = this.properties.acl();
		if (acl != null) {
			builder.acl(acl);
		}
		return builder.build();
	}

	private boolean isConfigured() {
		return StringUtils.hasText(this.properties.connectString());
	}

	private ZooKeeperLeaseStoreFactory.Builder ownClient() {
		String connectString = String.valueOf(this.properties.connectString()).trim();
		if (connectString.indexOf('@') >= 0) {
			// The value is shown neither here nor in a later message, because it may
			// contain a password
			throw new LeaderElectionConfigurationException(
					CONNECT_STRING + " contains an at sign, which is not valid for ZooKeeper",
					"Write it as host:port,host:port, with a path after the last one if there is one, and put a user "
							+ "into " + PREFIX + "username and " + PREFIX + "password");
		}
		LeaderElectionConfigurationException.requireLegal(() -> new ConnectStringParser(connectString),
				(problem) -> CONNECT_STRING + " is '" + connectString + "', which is not a valid connect string",
				"Write it as host:port,host:port, with a path after the last one if there is one");
		ZooKeeperLeaseStoreFactory.Builder builder = ZooKeeperLeaseStoreFactory.builder(connectString);
		Duration sessionTimeout = this.properties.sessionTimeout();
		Duration timeout = (sessionTimeout != null) ? sessionTimeout
				: Binder.get(this.environment)
					.bind("leader-election.lease-duration", Duration.class)
					.orElse(DEFAULT_LEASE);
		LeaderElectionConfigurationException.requireLegal(() -> builder.sessionTimeout(timeout),
				(problem) -> PREFIX + "session-timeout is " + timeout,
				"Use a duration between 1ms and 24d, best that of leader-election.lease-duration");
		authenticate(builder);
		return builder;
	}

	private void authenticate(ZooKeeperLeaseStoreFactory.Builder builder) {
		String username = this.properties.username();
		String password = this.properties.password();
		if (!StringUtils.hasLength(username) && !StringUtils.hasLength(password)) {
			return;
		}
		if (!StringUtils.hasLength(username) || !StringUtils.hasLength(password)) {
			throw new LeaderElectionConfigurationException(
					"Only one of " + PREFIX + "username and " + PREFIX + "password is set", "Set both, or none");
		}
		LeaderElectionConfigurationException.requireLegal(() -> builder.digest(username, password),
				(problem) -> PREFIX + "username has a colon",
				"Use one without, and put the password into " + PREFIX + "password");
	}

	private ZooKeeperLeaseStoreFactory.Builder applicationsClient() {
		CuratorFramework client = this.clientBean.find();
		if (client == null) {
			throw new LeaderElectionConfigurationException(
					"The ZooKeeper store has no client: " + this.clientBean.reasonForNone(),
					"Define a CuratorFramework bean that is started, or set " + CONNECT_STRING
							+ ", for example to localhost:2181");
		}
		refuse("username", this.properties.username());
		refuse("password", this.properties.password());
		refuse("session-timeout", this.properties.sessionTimeout());
		return ZooKeeperLeaseStoreFactory.builder(client);
	}

	private static void refuse(String property, @Nullable Object value) {
		if (value != null && !value.equals("")) {
			throw new LeaderElectionConfigurationException(
					PREFIX + property + " is set, but " + CONNECT_STRING + " is not: leader election uses the "
							+ "application's CuratorFramework, which has its own settings",
					"Set it on that client and remove the property, or set " + CONNECT_STRING);
		}
	}

}
