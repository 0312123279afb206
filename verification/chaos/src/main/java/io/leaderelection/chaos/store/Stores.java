/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.ZooKeeperServer;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores by their name on the command line. The data of servers survives a kill,
 * except that of Azurite.
 */
public final class Stores {

	/** The stores that keep what they confirm, in the order of {@code all}. */
	public static final List<String> DURABLE = List.of("local", "postgres", "postgres-advisory", "mariadb", "mysql",
			"redis", "etcd", "zookeeper", "azure-blob", "kubernetes");

	/** The stores that lose confirmed writes in a failover. */
	public static final List<String> LOSSY = List.of("postgres-lossy", "redis-lossy");

	/** Each write is forced to disk. */
	private static final String[] APPENDED = { "--appendonly", "yes", "--appendfsync", "always" };

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
			case "local" -> new DurableStore(new LocalAccess(folder.resolve("election")), null, null);
			case "postgres" -> postgres(name, clock());
			// The server checks in a signal handler whether a session has been idle for
			// too long, and there libfaketime shows it the machine's own clock. If the
			// stepped clock is ahead, sessions live longer by the difference; if it is
			// behind, they are ended while they are in use
			case "postgres-advisory" -> postgres(name, null);
			case "mariadb" -> mariaDb(clock());
			case "mysql" -> mySql(clock());
			case "redis" -> redis(clock());
			// Its clock cannot be stepped: it is a static program that libfaketime does
			// not reach, and its leases count by the monotonic clock
			case "etcd" -> new DurableStore(new EtcdAccess(), StoreServer.of(EtcdServer.open()), null);
			// Sessions count by the monotonic clock
			case "zookeeper" -> new DurableStore(new ZooKeeperAccess(), StoreServer.of(ZooKeeperServer.open()), null);
			case "azure-blob" -> azureBlob();
			case "kubernetes" -> kubernetes();
			case "postgres-lossy" -> new LossyStore<>(SqlAccess.postgres("postgres"), PostgresServer.open(),
					(primary, port) -> primary.openReplicaThrough(port), PostgresServer::promote);
			case "redis-lossy" -> new LossyStore<>(new RedisAccess(), RedisServer.open(),
					(primary, port) -> RedisServer.open("--replicaof", Loopback.HOST + " " + port), Stores::promote);
			default -> throw new IllegalArgumentException("Unknown store '" + name + "'. Use one of "
					+ String.join(", ", DURABLE) + ", " + String.join(", ", LOSSY));
		};
	}

	private static @Nullable FakeTime clock() {
		return (FakeTime.isAvailable()) ? FakeTime.open() : null;
	}

	private static ChaosStore postgres(String profile, @Nullable FakeTime clock) {
		PostgresServer server = (clock != null) ? PostgresServer.openUnder(clock) : PostgresServer.open();
		return new DurableStore(SqlAccess.postgres(profile), new StoreServer(server, server::stopFast, true), clock);
	}

	private static ChaosStore mariaDb(@Nullable FakeTime clock) {
		return new DurableStore(SqlAccess.mariaDb(),
				StoreServer.of((clock != null) ? MariaDbServer.openUnder(clock) : MariaDbServer.open()), clock);
	}

	private static ChaosStore mySql(@Nullable FakeTime clock) {
		return new DurableStore(SqlAccess.mySql(),
				StoreServer.of((clock != null) ? MySqlServer.openUnder(clock) : MySqlServer.open()), clock);
	}

	private static ChaosStore redis(@Nullable FakeTime clock) {
		return new DurableStore(new RedisAccess(),
				StoreServer.of((clock != null) ? RedisServer.openUnder(clock, APPENDED) : RedisServer.open(APPENDED)),
				clock);
	}

	private static ChaosStore azureBlob() {
		AzuriteServer server = AzuriteServer.openWithData();
		return new DurableStore(new AzureBlobAccess(), new StoreServer(server, server::stop, false), null);
	}

	/** The API server has the faults, not the etcd server behind it. */
	private static ChaosStore kubernetes() {
		KubeApiServer server = KubeApiServer.open();
		return new DurableStore(new KubernetesAccess(server), StoreServer.of(server), null);
	}

	private static void promote(RedisServer replica) {
		try {
			Resp.call(replica.port(), "REPLICAOF", "NO", "ONE");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
