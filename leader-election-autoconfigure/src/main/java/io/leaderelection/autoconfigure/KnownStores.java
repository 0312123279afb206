/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The stores of this project: the artifacts that bring them, so that the message for a
 * missing one can name it, and their auto-configurations.
 */
final class KnownStores {

	/** What the names of their classes begin with. */
	static final String PACKAGES = "io.leaderelection.store.";

	private static final String ARTIFACTS = "leader-election-";

	private static final String AUTO_CONFIGURATION = "LeaseStoreAutoConfiguration";

	private static final Map<String, KnownStore> STORES = new TreeMap<>();

	// Whole strings for the compiler: to join them here would be felt at start-up
	static {
		STORES.put("local",
				new KnownStore(ARTIFACTS + "local", PACKAGES + "local.autoconfigure.Local" + AUTO_CONFIGURATION));
		STORES.put("jdbc",
				new KnownStore(ARTIFACTS + "jdbc", PACKAGES + "jdbc.autoconfigure.Jdbc" + AUTO_CONFIGURATION));
		STORES.put("postgres", new KnownStore(ARTIFACTS + "postgres",
				PACKAGES + "postgres.autoconfigure.Postgres" + AUTO_CONFIGURATION));
		STORES.put("redis",
				new KnownStore(ARTIFACTS + "redis", PACKAGES + "redis.autoconfigure.Redis" + AUTO_CONFIGURATION));
		STORES.put("azure-blob", new KnownStore(ARTIFACTS + "azure-blob",
				PACKAGES + "azureblob.autoconfigure.AzureBlob" + AUTO_CONFIGURATION));
		STORES.put("etcd",
				new KnownStore(ARTIFACTS + "etcd", PACKAGES + "etcd.autoconfigure.Etcd" + AUTO_CONFIGURATION));
		STORES.put("zookeeper", new KnownStore(ARTIFACTS + "zookeeper",
				PACKAGES + "zookeeper.autoconfigure.ZooKeeper" + AUTO_CONFIGURATION));
		STORES.put("kubernetes", new KnownStore(ARTIFACTS + "kubernetes",
				PACKAGES + "kubernetes.autoconfigure.Kubernetes" + AUTO_CONFIGURATION));
	}

	private KnownStores() {
	}

	static @Nullable String artifact(String backend) {
		KnownStore store = STORES.get(backend);
		return (store != null) ? store.artifact() : null;
	}

	static @Nullable String autoConfiguration(String backend) {
		KnownStore store = STORES.get(backend);
		return (store != null) ? store.autoConfiguration() : null;
	}

	static Set<String> autoConfigurations() {
		Set<String> autoConfigurations = new HashSet<>();
		for (KnownStore store : STORES.values()) {
			autoConfigurations.add(store.autoConfiguration());
		}
		return autoConfigurations;
	}

	static String names(Collection<String> present) {
		TreeSet<String> names = new TreeSet<>(STORES.keySet());
		names.addAll(present);
		return String.join(", ", names);
	}

	private record KnownStore(String artifact, String autoConfiguration) {
	}

}
