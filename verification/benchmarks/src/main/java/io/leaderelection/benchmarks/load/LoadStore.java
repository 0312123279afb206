/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.redis.RedisLeaseStoreFactory;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * The stores to put under load. The name in lower case is an argument of the run.
 */
public enum LoadStore {

	/** Redis with persistent data. */
	REDIS("Redis") {

		@Override
		public TestServer open() {
			return RedisServer.open("--appendonly", "yes");
		}

		@Override
		public LeaseStoreFactory factory(int port) {
			return RedisLeaseStoreFactory.builder(RedisTarget.of(uri(port))).build();
		}

		@Override
		long connections(int port) {
			RedisClient client = RedisClient.create(uri(port));
			try (client; StatefulRedisConnection<String, String> connection = client.connect()) {
				return connection.sync().clientList().lines().count() - 1;
			}
		}

		@Override
		int notificationAttemptsASecond() {
			// After 25, 50, 100, 200 and 400 ms at the earliest, then a second apart
			return 5;
		}

		private static RedisURI uri(int port) {
			return RedisURI.create(Loopback.HOST, port);
		}

	},

	/** Rows in PostgreSQL. */
	POSTGRES("PostgreSQL") {

		@Override
		public TestServer open() throws SQLException {
			// Two per process exceed the default limit of 100
			PostgresServer server = PostgresServer.open("max_connections=300");
			try (Connection connection = connect(server.port())) {
				jdbc(server.port()).schema().create(connection);
			}
			return server;
		}

		@Override
		public LeaseStoreFactory factory(int port) {
			return jdbc(port);
		}

		@Override
		long connections(int port) throws SQLException {
			try (Connection connection = connect(port);
					Statement statement = connection.createStatement();
					ResultSet count = statement.executeQuery("""
							SELECT COUNT(*) FROM pg_stat_activity
							WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()""")) {
				count.next();
				return count.getLong(1);
			}
		}

		@Override
		int notificationAttemptsASecond() {
			// At least half a second apart
			return 2;
		}

		private static JdbcLeaseStoreFactory jdbc(int port) {
			return JdbcLeaseStoreFactory.builder(new DriverConnectionSource(url(port), PostgresServer.USER, ""))
				.build();
		}

		private static Connection connect(int port) throws SQLException {
			return DriverManager.getConnection(url(port), PostgresServer.USER, "");
		}

		private static String url(int port) {
			return "jdbc:postgresql://" + Loopback.HOST + ":" + port + "/postgres";
		}

	},

	/** Rows in MySQL, which sends no notifications. Measured only on request. */
	MYSQL("MySQL") {

		@Override
		public TestServer open() throws SQLException {
			MySqlServer server = MySqlServer.open("--max-connections=300");
			try (Connection connection = connect(server.port())) {
				jdbc(server.port()).schema().create(connection);
			}
			return server;
		}

		@Override
		public LeaseStoreFactory factory(int port) {
			return jdbc(port);
		}

		@Override
		long connections(int port) throws SQLException {
			try (Connection connection = connect(port);
					Statement statement = connection.createStatement();
					ResultSet count = statement.executeQuery("""
							SELECT COUNT(*) FROM information_schema.processlist
							WHERE user = 'root' AND id <> CONNECTION_ID()""")) {
				count.next();
				return count.getLong(1);
			}
		}

		@Override
		int notificationAttemptsASecond() {
			return 0;
		}

		private static JdbcLeaseStoreFactory jdbc(int port) {
			return JdbcLeaseStoreFactory
				.builder(new DriverConnectionSource(MySqlServer.jdbcUrl(port), MySqlServer.USER, ""))
				.build();
		}

		private static Connection connect(int port) throws SQLException {
			return DriverManager.getConnection(MySqlServer.jdbcUrl(port), MySqlServer.USER, "");
		}

	};

	/** The stores that are measured unless others are named. */
	static final List<LoadStore> USUAL = List.of(REDIS, POSTGRES);

	/** Handshake, settings, the first call, and a forwarded notification. */
	private static final int REQUESTS_OF_A_CONNECTION = 10;

	private final String title;

	LoadStore(String title) {
		this.title = title;
	}

	/**
	 * Returns the name of the store for people.
	 * @return the name
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Starts a server.
	 * @return the server, with a schema for the candidates
	 * @throws SQLException if the schema cannot be created
	 */
	public abstract TestServer open() throws SQLException;

	/**
	 * Returns the factory of the stores of candidates.
	 * @param port the port of the server
	 * @return the factory
	 */
	public abstract LeaseStoreFactory factory(int port);

	/**
	 * Returns the number of connections of the server, except the one for this query.
	 * @param port the port of the server
	 * @return the number
	 * @throws SQLException if the query fails
	 */
	abstract long connections(int port) throws SQLException;

	/**
	 * Returns how often, within any second, the client may try to open the connection for
	 * notifications.
	 * @return the number that the pauses of the store's client allow
	 */
	abstract int notificationAttemptsASecond();

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
		return notificationAttemptsASecond() + (renewals + contending) * calls + 1;
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

	/**
	 * Finds a store.
	 * @param text its name in lower case
	 * @return the store
	 * @throws IllegalArgumentException if no store has that name
	 */
	public static LoadStore parse(String text) {
		return Arrays.stream(values())
			.filter((store) -> store.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown store '" + text + "'. Use one of "
					+ Arrays.stream(values()).map(LoadStore::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
