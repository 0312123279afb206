/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Starts a server for a script, prints its port, and ends it when the standard input
 * ends.
 */
public final class Serve {

	private Serve() {
	}

	/**
	 * Starts a server.
	 * @param args {@code redis}, {@code postgres}, {@code mariadb}, {@code zookeeper} or
	 * {@code etcd}
	 * @throws IOException if the standard input cannot be read
	 */
	public static void main(String[] args) throws IOException {
		try (TestServer server = open((args.length == 1) ? args[0] : "")) {
			System.out.println(server.port());
			System.in.transferTo(OutputStream.nullOutputStream());
		}
	}

	private static TestServer open(String name) {
		return switch (name) {
			case "redis" -> RedisServer.open();
			case "postgres" -> PostgresServer.open();
			case "mariadb" -> MariaDbServer.open();
			case "zookeeper" -> ZooKeeperServer.open();
			case "etcd" -> EtcdServer.open();
			default -> throw new IllegalArgumentException(
					"Unknown server '" + name + "'. Use redis, postgres, mariadb, zookeeper or etcd");
		};
	}

}
