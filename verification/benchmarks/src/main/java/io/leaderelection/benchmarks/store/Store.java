/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.GoProgram;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.ZooKeeperServer;
import io.leaderelection.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * The stores that are measured. The name in lower case, with hyphens, is an argument of
 * the run.
 */
enum Store {

	/** Files in a directory. */
	LOCAL("local", 100),

	/** Redis. Connects for notifications after 25, 50, 100, 200 and 400 ms, then 1 s. */
	REDIS("redis", 100, 5),

	/** Rows in PostgreSQL. Connects for notifications at least half a second apart. */
	POSTGRES("jdbc", 100, 2),

	/** Rows in MariaDB, which sends no notifications. */
	MARIADB("jdbc", 2500, 0),

	/** Rows in MySQL, which sends no notifications. Measured only on request. */
	MYSQL("jdbc", 2500, 0),

	/** Advisory locks of PostgreSQL. */
	POSTGRES_ADVISORY("postgres", 100),

	/** Keys of etcd. */
	ETCD("etcd", 100),

	/** Nodes of ZooKeeper. */
	ZOOKEEPER("zookeeper", 100),

	/** Azurite, the emulator of Azure Storage. */
	AZURE_BLOB("azure-blob", 2500),

	/** Lease objects of an API server of Kubernetes. */
	KUBERNETES("kubernetes", 100),

	/** Documents of FerretDB over SQLite. */
	MONGODB("mongodb", 2500),

	/** Objects of an S3 gateway over a folder. */
	S3("s3", 2500),

	/** Items of a server with the API of DynamoDB. */
	DYNAMODB("dynamodb", 2500),

	/** The API server again, but instances of client-go. Measured only on request. */
	CLIENT_GO("client-go", 100),

	/** etcd, but instances of its Go client's election. Measured only on request. */
	ETCD_GO("etcd", 100);

	/** Handshake, settings, the first call, and a forwarded notification. */
	private static final int REQUESTS_OF_A_CONNECTION = 10;

	private final String backend;

	private final int coolDownMillis;

	private final int notificationAttempts;

	Store(String backend, int coolDownMillis) {
		this(backend, coolDownMillis, -1);
	}

	/**
	 * Creates a store.
	 * @param backend the value of the property {@code backend}
	 * @param coolDownMillis how long an instance does not contend after stepping down,
	 * instead of the default, which would make a run long. Enough for a follower to
	 * notice that the leader has left: soon if the store notifies it, otherwise at its
	 * next poll
	 * @param notificationAttempts how often, within any second, its client may try to
	 * open the connection for notifications; -1 if its load is not measured
	 */
	Store(String backend, int coolDownMillis, int notificationAttempts) {
		this.backend = backend;
		this.coolDownMillis = coolDownMillis;
		this.notificationAttempts = notificationAttempts;
	}

	int coolDownMillis() {
		return this.coolDownMillis;
	}

	/**
	 * Whether its server keeps its data over a restart and bounds of its load are known.
	 */
	boolean hasBounds() {
		return this.notificationAttempts >= 0;
	}

	/**
	 * Opens a server.
	 * @return the server, or {@code null} if there is none
	 */
	@Nullable TestServer open() {
		return switch (this) {
			case LOCAL -> null;
			case REDIS -> RedisServer.open("--appendonly", "yes");
			// Two connections per process exceed the default limit of 100
			case POSTGRES, POSTGRES_ADVISORY -> PostgresServer.open("max_connections=300");
			case MARIADB -> MariaDbServer.open("--max-connections=300");
			case MYSQL -> MySqlServer.open("--max-connections=300");
			case ETCD, ETCD_GO -> EtcdServer.open();
			case ZOOKEEPER -> ZooKeeperServer.open();
			case AZURE_BLOB -> AzuriteServer.open();
			case KUBERNETES, CLIENT_GO -> KubeApiServer.open();
			case MONGODB -> FerretServer.open();
			case S3 -> VersityServer.open();
			case DYNAMODB -> DynamoServer.open();
		};
	}

	/** Returns whether its instances are of another library, which is compared. */
	boolean isOfAnotherLibrary() {
		return this == CLIENT_GO || this == ETCD_GO;
	}

	/**
	 * Returns the command line of an instance, without its own options.
	 * @param at the port of the server or of a proxy, or the directory
	 * @param server the server, or {@code null} if there is none
	 * @param options the options of an instance, each of the form of Java's
	 * @return the program and its arguments
	 */
	List<String> command(String at, @Nullable TestServer server, List<String> options) {
		List<String> command = new ArrayList<>();
		if (this == CLIENT_GO && server instanceof KubeApiServer api) {
			command.addAll(List.of(electors(), this.backend, "https://" + Loopback.HOST + ":" + at,
					api.trusted().toString(), KubeApiServer.ADMIN_TOKEN));
			command.addAll(options);
		}
		else if (this == ETCD_GO) {
			command.addAll(List.of(electors(), this.backend, Loopback.HOST + ":" + at));
			command.addAll(options);
		}
		else {
			command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
			command.add("-XX:+UseSerialGC");
			command.addAll(options(at));
			command.addAll(options);
			command.addAll(List.of("-cp", System.getProperty("java.class.path"), Instance.class.getName()));
		}
		return command;
	}

	private static String electors() {
		return GoProgram.build(Path.of("verification", "benchmarks", "go"), "go-electors").toString();
	}

	/**
	 * Returns the options of Java that configure an instance.
	 * @param at the port of the server or of a proxy, or the directory
	 * @return system properties
	 */
	List<String> options(String at) {
		String address = Loopback.HOST + ":" + at;
		List<String> properties = switch (this) {
			case LOCAL -> List.of("local.directory=" + at);
			case REDIS -> List.of("redis.url=redis://" + address);
			case POSTGRES, POSTGRES_ADVISORY -> jdbc("postgresql://" + address + "/postgres", PostgresServer.USER);
			case MARIADB -> jdbc("mariadb://" + address + "/test", MariaDbServer.USER);
			case MYSQL ->
				jdbc("mysql://" + address + "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true", MySqlServer.USER);
			case ETCD -> List.of("etcd.endpoints=http://" + address);
			case ZOOKEEPER -> List.of("zookeeper.connect-string=" + address);
			case AZURE_BLOB ->
				List.of("azure-blob.connection-string=" + AzuriteServer.connectionString(Integer.parseInt(at)));
			case KUBERNETES -> List.of("kubernetes.namespace=default");
			case MONGODB -> List.of("mongodb.uri=" + FerretServer.uri(Integer.parseInt(at)));
			case S3 -> List.of("s3.bucket=" + VersityServer.BUCKET, "s3.endpoint=http://" + address,
					"s3.path-style-access=true");
			case DYNAMODB -> List.of("dynamodb.endpoint=http://" + address, "dynamodb.initialize-schema=always");
			case CLIENT_GO, ETCD_GO -> throw new IllegalStateException("'" + this + "' has no properties of Spring");
		};
		List<String> options = new ArrayList<>();
		options.add("-Dleader-election.backend=" + this.backend);
		properties.forEach((property) -> options.add("-Dleader-election." + property));
		if (this == KUBERNETES) {
			options.addAll(List.of("-Dkubernetes.master=https://" + address + "/",
					"-Dkubernetes.auth.tryKubeConfig=false", "-Dkubernetes.auth.tryServiceAccount=false",
					"-Dkubernetes.auth.token=" + KubeApiServer.ADMIN_TOKEN, "-Dkubernetes.trust.certificates=true",
					"-Dno.proxy=" + Loopback.HOST));
		}
		if (this == S3) {
			options.addAll(List.of("-Daws.accessKeyId=" + VersityServer.ACCESS_KEY,
					"-Daws.secretAccessKey=" + VersityServer.SECRET_KEY));
		}
		if (this == DYNAMODB) {
			options.addAll(List.of("-Daws.accessKeyId=" + DynamoServer.ACCESS_KEY,
					"-Daws.secretAccessKey=" + DynamoServer.SECRET_KEY));
		}
		return options;
	}

	private static List<String> jdbc(String url, String user) {
		return List.of("jdbc.url=jdbc:" + url, "jdbc.username=" + user, "jdbc.password=",
				"jdbc.initialize-schema=always");
	}

	/**
	 * Returns how often, within any second, a process may open a connection: for
	 * notifications, and for the calls of its elections.
	 * @param timing the timing of the elections
	 * @param elections the number of elections
	 * @return the bound
	 */
	int attemptsASecond(ElectionTiming timing, int elections) {
		int ofABatch = Math.min(elections, LeaseStore.MAX_BATCH);
		int batches = (elections + LeaseStore.MAX_BATCH - 1) / LeaseStore.MAX_BATCH;
		// A leader repeats a renewal no sooner than this; all other candidates wait
		// longer
		Duration pause = timing.operationTimeout().dividedBy(8);
		int renewals = (1 + (int) (Duration.ofSeconds(1).toNanos() / pause.toNanos())) * batches;
		// Then terms expire and their elections contend, the first of them on its own
		int contending = batches + ((elections > 1) ? 1 : 0);
		// A batch that fails is split, to find out whether a single item is the cause
		int calls = (ofABatch > 1) ? 2 * (32 - Integer.numberOfLeadingZeros(ofABatch)) + 1 : 1;
		// And once more as soon as notifications arrive again
		return this.notificationAttempts + (renewals + contending) * calls + 1;
	}

	/**
	 * Returns how often, within any second, a process may send something to a restarted
	 * store: each connection is set up and used for a call.
	 * @param timing the timing of the elections
	 * @param elections the number of elections
	 * @return the bound
	 */
	int requestsASecond(ElectionTiming timing, int elections) {
		return REQUESTS_OF_A_CONNECTION * attemptsASecond(timing, elections);
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
