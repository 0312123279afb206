/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.ZooKeeperServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores by their name on the command line, which is also the name of a profile
 * of the sample, except for {@code local} and lossy stores. The data of servers survives
 * a kill, except that of Azurite.
 */
public final class Stores {

	/** The stores that keep what they confirm, in the order of {@code all}. */
	public static final List<String> DURABLE = List.of("local", "postgres", "postgres-advisory", "mariadb", "mysql",
			"redis", "etcd", "zookeeper", "azure-blob", "kubernetes", "mongodb", "s3", "dynamodb");

	/** The stores that lose confirmed writes in a failover. */
	public static final List<String> LOSSY = List.of("postgres-lossy", "redis-lossy");

	private static final Duration LEASE = Duration.ofSeconds(2);

	/**
	 * A short lease as operators choose it: with 2 s, the timeout of a request is 400 ms,
	 * in which an API server on two busy cores does not always answer.
	 */
	private static final Duration LEASE_OF_KUBERNETES = Duration.ofSeconds(6);

	/** The shortest lease that the service grants. */
	private static final Duration LEASE_OF_AZURE = Duration.ofSeconds(15);

	/** Each write is forced to disk. */
	private static final String[] APPENDED = { "--appendonly", "yes", "--appendfsync", "always" };

	private static final String PATH = ChaosStore.NAMESPACE + "/" + ChaosStore.ELECTION;

	private static final int SESSION_MILLIS = 5000;

	/** More than the record has nodes. */
	private static final int BATCH = 16;

	private static final int ATTEMPTS = 3;

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
			case "local" -> local(folder.resolve("election"));
			case "postgres" -> postgres(name, clock());
			// The server checks in a signal handler whether a session has been idle for
			// too long, and there libfaketime shows it the machine's own clock. If the
			// stepped clock is ahead, sessions live longer by the difference; if it is
			// behind, they are ended while they are in use
			case "postgres-advisory" -> postgres(name, null);
			case "mariadb" -> mariaDb(name, clock());
			case "mysql" -> mySql(name, clock());
			case "redis" -> redis(clock());
			case "etcd" -> etcd(name, EtcdServer.open());
			case "zookeeper" -> zooKeeper(name, ZooKeeperServer.open());
			case "azure-blob" -> azureBlob(name, AzuriteServer.openWithData());
			case "kubernetes" -> kubernetes(name, KubeApiServer.open());
			case "mongodb" -> mongoDb(name, FerretServer.open());
			case "s3" -> s3(name, VersityServer.open());
			case "dynamodb" -> dynamoDb(name, DynamoServer.open());
			case "postgres-lossy" -> lossyPostgres(PostgresServer.open());
			case "redis-lossy" -> lossyRedis(RedisServer.open());
			default -> throw new IllegalArgumentException("Unknown store '" + name + "'. Use one of "
					+ String.join(", ", DURABLE) + ", " + String.join(", ", LOSSY));
		};
	}

	private static @Nullable FakeTime clock() {
		return (FakeTime.isAvailable()) ? FakeTime.open() : null;
	}

	private static IntFunction<List<String>> arguments(String profile, IntFunction<String> address) {
		return (port) -> List.of("--spring.profiles.active=" + profile, address.apply(port));
	}

	private static String at(int port) {
		return Loopback.HOST + ":" + port;
	}

	/** Files, which remain after the run, without a server or a network. */
	private static ChaosStore local(Path directory) {
		return new ChaosStore(LEASE, false, false,
				(port) -> List.of("--leader-election.backend=local", "--leader-election.local.directory=" + directory),
				() -> {
					try (DirectoryStream<Path> records = Files.newDirectoryStream(directory,
							ChaosStore.ELECTION + "-*.record")) {
						for (Path record : records) {
							Files.deleteIfExists(record);
						}
					}
				}, null, null);
	}

	private static ChaosStore postgres(String profile, @Nullable FakeTime clock) {
		return postgres(profile, (clock != null) ? PostgresServer.openUnder(clock) : PostgresServer.open(), clock);
	}

	private static ChaosStore lossyPostgres(PostgresServer server) {
		return postgres("postgres", server, null).lossy(
				new Failover<>(server, (primary, port) -> primary.openReplicaThrough(port), PostgresServer::promote));
	}

	private static ChaosStore postgres(String profile, PostgresServer server, @Nullable FakeTime clock) {
		return sql(profile, "jdbc:postgresql://" + Loopback.HOST + ":%d/postgres", "", PostgresServer.USER,
				new StoreServer(server, server::stopFast, true), clock);
	}

	private static ChaosStore mariaDb(String profile, @Nullable FakeTime clock) {
		MariaDbServer server = (clock != null) ? MariaDbServer.openUnder(clock) : MariaDbServer.open();
		return sql(profile, "jdbc:mariadb://" + Loopback.HOST + ":%d/test",
				"?sessionVariables=idle_transaction_timeout=2", MariaDbServer.USER, StoreServer.of(server), clock);
	}

	private static ChaosStore mySql(String profile, @Nullable FakeTime clock) {
		MySqlServer server = (clock != null) ? MySqlServer.openUnder(clock) : MySqlServer.open();
		return sql(profile, "jdbc:mysql://" + Loopback.HOST + ":%d/test?sslMode=DISABLED&allowPublicKeyRetrieval=true",
				"&sessionVariables=wait_timeout=2", MySqlServer.USER, StoreServer.of(server), clock);
	}

	/**
	 * Returns a database.
	 * @param profile the profile of the sample
	 * @param url the URL of the database, with a placeholder for the port
	 * @param parameters the parameters of the URL for instances, which end the sessions
	 * of those that are stopped or cut off
	 */
	private static ChaosStore sql(String profile, String url, String parameters, String user, StoreServer server,
			@Nullable FakeTime clock) {
		return new ChaosStore(LEASE, true, false, (port) -> List.of("--spring.profiles.active=" + profile,
				"--spring.datasource.url=" + url.formatted(port) + parameters,
				"--spring.datasource.hikari.maximum-pool-size=4", "--spring.datasource.hikari.connection-timeout=1000"),
				() -> deleteRow(url.formatted(server.server().port()), user), server, clock);
	}

	private static void deleteRow(String url, String user) throws IOException {
		try (Connection connection = DriverManager.getConnection(url, user, "");
				Statement statement = connection.createStatement()) {
			statement.executeUpdate("delete from leader_lease where election = '" + ChaosStore.ELECTION + "'");
		}
		catch (SQLException ex) {
			throw new IOException("The row was not deleted", ex);
		}
	}

	private static ChaosStore redis(@Nullable FakeTime clock) {
		return redis((clock != null) ? RedisServer.openUnder(clock, APPENDED) : RedisServer.open(APPENDED), clock);
	}

	private static ChaosStore lossyRedis(RedisServer server) {
		return redis(server, null).lossy(new Failover<>(server,
				(primary, port) -> RedisServer.open("--replicaof", Loopback.HOST + " " + port), RedisServer::promote));
	}

	private static ChaosStore redis(RedisServer server, @Nullable FakeTime clock) {
		String delete = "DEL leader-election:{" + ChaosStore.NAMESPACE + "}:" + ChaosStore.ELECTION + "\r\n";
		return new ChaosStore(LEASE, false, true,
				arguments("redis", (port) -> "--spring.data.redis.url=redis://" + at(port)), () -> {
					if (!Loopback.answers(server.port(), delete, (in) -> in.read() == ':')) {
						throw new IOException("Redis did not delete the record");
					}
				}, StoreServer.of(server), clock);
	}

	/**
	 * The clock cannot be stepped: the server is a static program that libfaketime does
	 * not reach, and its leases count by the monotonic clock.
	 */
	private static ChaosStore etcd(String profile, EtcdServer server) {
		return new ChaosStore(LEASE, false, false,
				arguments(profile, (port) -> "--leader-election.etcd.endpoints=http://" + at(port)),
				() -> server.delete("leader-election/" + PATH + "/record"), StoreServer.of(server), null);
	}

	/** Sessions count by the monotonic clock. */
	private static ChaosStore zooKeeper(String profile, ZooKeeperServer server) {
		return new ChaosStore(LEASE, false, false,
				arguments(profile, (port) -> "--leader-election.zookeeper.connect-string=" + at(port)), () -> {
					try (ZooKeeper client = new ZooKeeper(at(server.port()), SESSION_MILLIS, (event) -> {
					})) {
						boolean deleted = false;
						// All nodes or none, if another client adds or deletes one
						// meanwhile
						for (int i = 0; i < ATTEMPTS && !deleted; i++) {
							deleted = ZKUtil.deleteRecursive(client, "/leader-election/" + PATH, BATCH);
						}
						if (!deleted) {
							throw new IOException("ZooKeeper did not delete the record");
						}
					}
					catch (KeeperException ex) {
						throw new IOException(ex);
					}
				}, StoreServer.of(server), null);
	}

	private static ChaosStore azureBlob(String profile, AzuriteServer server) {
		return new ChaosStore(LEASE_OF_AZURE, false, true, arguments(profile,
				(port) -> "--leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(port)),
				() -> server.delete("leader-election", PATH + "-"), new StoreServer(server, server::stop, false), null);
	}

	/** Candidates measure leases by their own clock. */
	private static ChaosStore mongoDb(String profile, FerretServer server) {
		return new ChaosStore(LEASE, false, true,
				arguments(profile, (port) -> "--leader-election.mongodb.uri=" + FerretServer.uri(port)), () -> {
					try (MongoClient client = MongoClients.create(server.uri())) {
						client.getDatabase("leaderElection")
							.getCollection("leaderElection")
							.deleteOne(new Document("_id", ChaosStore.NAMESPACE + ";" + ChaosStore.ELECTION));
					}
				}, StoreServer.of(server), null);
	}

	/** Candidates measure leases by their own clock. */
	private static ChaosStore s3(String profile, VersityServer server) {
		return new ChaosStore(LEASE, false, true,
				(port) -> List.of("-Daws.accessKeyId=" + VersityServer.ACCESS_KEY,
						"-Daws.secretAccessKey=" + VersityServer.SECRET_KEY, "--spring.profiles.active=" + profile,
						"--leader-election.s3.endpoint=" + VersityServer.endpoint(port)),
				() -> server.delete("leader-election/" + ChaosStore.NAMESPACE, ChaosStore.ELECTION + "-"),
				StoreServer.of(server), null);
	}

	/** Candidates measure leases by their own clock. */
	private static ChaosStore dynamoDb(String profile, DynamoServer server) {
		return new ChaosStore(LEASE, false, true,
				(port) -> List.of("-Daws.accessKeyId=" + DynamoServer.ACCESS_KEY,
						"-Daws.secretAccessKey=" + DynamoServer.SECRET_KEY, "--spring.profiles.active=" + profile,
						"--leader-election.dynamodb.endpoint=" + DynamoServer.endpoint(port)),
				() -> server.delete("leader_election", ChaosStore.NAMESPACE, ChaosStore.ELECTION),
				StoreServer.of(server), null);
	}

	/**
	 * The API server has the faults, not the etcd server behind it. Candidates measure
	 * leases by their own clock.
	 */
	private static ChaosStore kubernetes(String profile, KubeApiServer server) {
		return new ChaosStore(LEASE_OF_KUBERNETES, false, false,
				arguments(profile, (port) -> "-Dkubeconfig=" + server.kubeconfig(port)),
				() -> server.etcd()
					.delete("/registry/leases/default/leader-election-" + ChaosStore.NAMESPACE + "-"
							+ ChaosStore.ELECTION + "-"),
				StoreServer.of(server), null);
	}

}
