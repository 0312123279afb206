/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * The stores of this project and the artifacts that bring them, so that the message for a
 * missing one can name it.
 */
final class KnownStores {

	private static final Map<String, String> ARTIFACTS = new TreeMap<>(Map.of("local", "leader-election-local", "jdbc",
			"leader-election-jdbc", "postgres", "leader-election-jdbc", "redis", "leader-election-redis", "azure-blob",
			"leader-election-azure-blob", "etcd", "leader-election-etcd", "zookeeper", "leader-election-zookeeper",
			"kubernetes", "leader-election-kubernetes"));

	private KnownStores() {
	}

	static @Nullable String artifact(String backend) {
		return ARTIFACTS.get(backend);
	}

	static String names(Collection<String> present) {
		TreeSet<String> names = new TreeSet<>(ARTIFACTS.keySet());
		names.addAll(present);
		return String.join(", ", names);
	}

}
