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

	private static final Map<String, Supplier<TestServer>> SERVERS = new TreeMap<>();

	static {
		SERVERS.put("azure-blob", AzuriteServer::open);
		SERVERS.put("etcd", EtcdServer::open);
		SERVERS.put("kubernetes", KubeApiServer::open);
		SERVERS.put("mariadb", MariaDbServer::open);
		SERVERS.put("mongodb", FerretServer::open);
		SERVERS.put("mysql", MySqlServer::open);
		SERVERS.put("postgres", PostgresServer::open);
		SERVERS.put("postgres-advisory", PostgresServer::open);
		SERVERS.put("redis", RedisServer::open);
		SERVERS.put("s3", VersityServer::open);
		SERVERS.put("zookeeper", ZooKeeperServer::open);
	}

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
