/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The stores of this project: the artifacts that bring them, so that the message for a
 * missing one can name it, and their auto-configurations.
 */
final class KnownStores {

	private static final TreeMap<String, KnownStore> STORES = new TreeMap<>();

	static {
		add("local", "local", "local.autoconfigure.Local");
		add("jdbc", "jdbc", "jdbc.autoconfigure.Jdbc");
		add("postgres", "jdbc", "jdbc.autoconfigure.Jdbc");
		add("redis", "redis", "redis.autoconfigure.Redis");
		add("azure-blob", "azure-blob", "azureblob.autoconfigure.AzureBlob");
		add("etcd", "etcd", "etcd.autoconfigure.Etcd");
		add("zookeeper", "zookeeper", "zookeeper.autoconfigure.ZooKeeper");
		add("kubernetes", "kubernetes", "kubernetes.autoconfigure.Kubernetes");
	}

	private KnownStores() {
	}

	private static void add(String name, String artifact, String autoConfiguration) {
		STORES.put(name, new KnownStore("leader-election-" + artifact,
				"io.leaderelection.store." + autoConfiguration + "LeaseStoreAutoConfiguration"));
	}

	static @Nullable String artifact(String backend) {
		KnownStore store = STORES.get(backend);
		return (store != null) ? store.artifact() : null;
	}

	static @Nullable String autoConfiguration(String backend) {
		KnownStore store = STORES.get(backend);
		return (store != null) ? store.autoConfiguration() : null;
	}

	static List<String> autoConfigurations() {
		return STORES.values().stream().map(KnownStore::autoConfiguration).toList();
	}

	static String names(Collection<String> present) {
		TreeSet<String> names = new TreeSet<>(STORES.keySet());
		names.addAll(present);
		return String.join(", ", names);
	}

	private record KnownStore(String artifact, String autoConfiguration) {
	}

}
