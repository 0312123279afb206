/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.net.URI;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.etcd.EtcdCredentials;
import io.leaderelection.store.etcd.EtcdLeaseStoreFactory;
import io.leaderelection.store.etcd.EtcdTarget;
import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * Describes the etcd store.
 */
final class EtcdLeaseStoreDescriptor implements LeaseStoreDescriptor {

	static final String NAME = "etcd";

	private static final String PREFIX = "leader-election.etcd.";

	private static final String ENDPOINTS = PREFIX + "endpoints";

	private final EtcdLeaderElectionProperties properties;

	private final ObjectProvider<SslBundles> bundles;

	EtcdLeaseStoreDescriptor(EtcdLeaderElectionProperties properties, ObjectProvider<SslBundles> bundles) {
		this.properties = properties;
		this.bundles = bundles;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		return endpoints().isEmpty() ? Detection.none(ENDPOINTS + " is not set") : Detection.configured(ENDPOINTS);
	}

	@Override
	public LeaseStoreFactory factory() {
		EtcdLeaseStoreFactory.Builder builder = EtcdLeaseStoreFactory.builder(target());
		return LeaderElectionConfigurationException.requireLegal(
				() -> builder.keyPrefix(this.properties.keyPrefix()).build(),
				(problem) -> PREFIX + "key-prefix is empty or has control characters",
				"Set it to one such as leader-election/");
	}

	private List<String> endpoints() {
		return this.properties.endpoints().stream().filter(StringUtils::hasText).map(String::trim).toList();
	}

	private EtcdTarget target() {
		List<URI> endpoints = endpoints().stream().map(EtcdLeaseStoreDescriptor::uri).toList();
		if (endpoints.isEmpty()) {
			throw new LeaderElectionConfigurationException("The etcd store has no endpoint",
					"Set " + ENDPOINTS + ", for example to http://localhost:2379");
		}
		Supplier<SslContext> tls = new EtcdSsl(this.properties.ssl(), this.bundles).tls();
		return LeaderElectionConfigurationException.requireLegal(() -> new EtcdTarget(endpoints, credentials(), tls),
				(problem) -> ENDPOINTS + " cannot be used: " + problem,
				"Write each as http://host:port, or as https://host:port for SSL");
	}

	private @Nullable Supplier<EtcdCredentials> credentials() {
		String username = this.properties.username();
		String password = this.properties.password();
		if (StringUtils.hasText(username) != StringUtils.hasLength(password)) {
			throw new LeaderElectionConfigurationException(
					"Only one of " + PREFIX + "username and " + PREFIX + "password is set", "Set both, or none");
		}
		if (!StringUtils.hasText(username) || password == null) {
			return null;
		}
		EtcdCredentials credentials = new EtcdCredentials(username, password);
		return () -> credentials;
	}

	private static URI uri(String endpoint) {
		try {
			return URI.create(endpoint);
		}
		catch (IllegalArgumentException ex) {
			// The entry is not shown, because it may contain a password
			throw new LeaderElectionConfigurationException(ENDPOINTS + " has an entry that is not a URL",
					"Write each as http://host:port, or as https://host:port for SSL");
		}
	}

}
