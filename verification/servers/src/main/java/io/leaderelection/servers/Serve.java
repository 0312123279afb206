/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Runs a server for a script: prints the port on a line of its own, and stops the server
 * when the standard input ends. For Kubernetes a second line names a kubeconfig file.
 */
public final class Serve {

	// @formatter:off
	private static final Map<String, Supplier<TestServer>> SERVERS = new TreeMap<>(Map.ofEntries(
			Map.entry("azure-blob", AzuriteServer::open),
			Map.entry("dynamodb", DynamoServer::open),
			Map.entry("etcd", EtcdServer::open),
			Map.entry("kubernetes", KubeApiServer::open),
			Map.entry("mariadb", MariaDbServer::open),
			Map.entry("mongodb", FerretServer::open),
			Map.entry("mysql", MySqlServer::open),
			Map.entry("postgres", PostgresServer::open),
			Map.entry("postgres-advisory", PostgresServer::open),
			Map.entry("redis", RedisServer::open),
			Map.entry("s3", VersityServer::open),
			Map.entry("zookeeper", ZooKeeperServer::open)));
	// @formatter:on

	private Serve() {
	}

	/**
	 * Starts a server.
	 * @param args the name of the store
	 * @throws IOException if the standard input cannot be read
	 */
	public static void main(String[] args) throws IOException {
		try (TestServer server = open((args.length == 1) ? args[0] : "")) {
			// One text, so that a script sees both lines or none
			System.out.println((server instanceof KubeApiServer cluster)
					? cluster.port() + "\n" + cluster.kubeconfig(cluster.port()) : server.port());
			System.in.transferTo(OutputStream.nullOutputStream());
		}
	}

	private static TestServer open(String name) {
		Supplier<TestServer> server = SERVERS.get(name);
		if (server == null) {
			throw new IllegalArgumentException(
					"Unknown store '" + name + "'. Use " + String.join(", ", SERVERS.keySet()));
		}
		return server.get();
	}

}
