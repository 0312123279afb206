/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.nio.file.Path;
import java.util.List;

/**
 * Creates stores by their name on the command line.
 */
public final class Stores {

	/** The stores that keep what they confirm, in the order of {@code all}. */
	public static final List<String> DURABLE = List.of("local", "postgres", "postgres-advisory", "mariadb", "mysql",
			"redis", "etcd", "zookeeper", "azure-blob", "kubernetes");

	/** The stores that lose confirmed writes in a failover. */
	public static final List<String> LOSSY = List.of("postgres-lossy", "redis-lossy");

	private Stores() {
	}

	/**
	 * Starts a store.
	 * @param name its name
	 * @param folder the folder of the run
	 * @return the store, with its servers running
	 * @throws IllegalArgumentException if no store has that name
	 */
	public static ChaosStore open(String name, Path folder) {
		return switch (name) {
			case "local" -> new LocalStore(folder);
			case "postgres", "postgres-advisory" -> new PostgresStore(name);
			case "mariadb" -> new MariaDbStore();
			case "mysql" -> new MySqlStore();
			case "redis" -> new RedisStore();
			case "etcd" -> new EtcdStore();
			case "zookeeper" -> new ZooKeeperStore();
			case "azure-blob" -> new AzureBlobStore();
			case "kubernetes" -> new KubernetesStore();
			case "postgres-lossy" -> new LossyPostgresStore();
			case "redis-lossy" -> new LossyRedisStore();
			default -> throw new IllegalArgumentException("Unknown store '" + name + "'. Use one of "
					+ String.join(", ", DURABLE) + ", " + String.join(", ", LOSSY));
		};
	}

}
