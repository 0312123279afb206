/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.h2.tools.Server;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database for tests. Its server is started once for all tests of this JVM.
 *
 * @param name the name in output
 * @param url the JDBC URL in this JVM
 * @param remoteUrl the JDBC URL in another JVM
 * @param user a superuser without a password
 * @param clock an expression for its clock in milliseconds
 */
public record TestDatabase(String name, String url, String remoteUrl, String user, String clock) {

	private static final String POSTGRES_CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)";

	private static final String MYSQL_CLOCK = "timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000";

	private static final String H2_CLOCK = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

	/** The name of H2's database. */
	public static final String H2_NAME = "mem:elections";

	public static TestDatabase postgres() {
		String url = Postgres.SERVER.jdbcUrl();
		return new TestDatabase("PostgreSQL", url, url, PostgresServer.USER, POSTGRES_CLOCK);
	}

	/**
	 * Returns PostgreSQL behind a pool of transactions that uses its sessions in turn.
	 */
	public static TestDatabase pooledPostgres() {
		return pooledPostgres(PgBouncer.POOL.jdbcUrl());
	}

	/**
	 * Returns the same database for applications, which must not use named statements
	 * behind such a pool. The pool resets sessions after each transaction: otherwise the
	 * isolation level that Spring sets would apply to another transaction, now and then.
	 */
	public static TestDatabase pooledPostgresForApplications() {
		return pooledPostgres(PgBouncer.APPLICATIONS.jdbcUrl() + "?prepareThreshold=0");
	}

	private static TestDatabase pooledPostgres(String url) {
		return new TestDatabase("PostgreSQL behind PgBouncer", url, url, "anybody", POSTGRES_CLOCK);
	}

	public static TestDatabase mariaDb() {
		String url = MariaDb.SERVER.jdbcUrl();
		return new TestDatabase("MariaDB", url, url, MariaDbServer.USER, MYSQL_CLOCK);
	}

	public static TestDatabase mariaDbThroughMySqlDriver() {
		String url = MariaDb.SERVER.mysqlJdbcUrl();
		return new TestDatabase("MariaDB through MySQL's driver", url, url, MariaDbServer.USER, MYSQL_CLOCK);
	}

	public static TestDatabase mySql() {
		String url = MySql.SERVER.jdbcUrl();
		return new TestDatabase("MySQL", url, url, MySqlServer.USER, MYSQL_CLOCK);
	}

	public static TestDatabase h2() {
		return new TestDatabase("H2", H2.URL, "jdbc:h2:" + H2.SERVER.getURL() + "/" + H2_NAME, "sa", H2_CLOCK);
	}

	public static PostgresServer postgresServer() {
		return Postgres.SERVER;
	}

	public static MariaDbServer mariaDbServer() {
		return MariaDb.SERVER;
	}

	public static MySqlServer mySqlServer() {
		return MySql.SERVER;
	}

	public static Server h2Server() {
		return H2.SERVER;
	}

	/**
	 * Returns a source that reaches the server through another port.
	 * @param serverPort the port in the URL
	 * @param port the other port
	 */
	public ConnectionSource through(int serverPort, int port) {
		String direct = ":" + serverPort + "/";
		assertThat(this.remoteUrl).contains(direct);
		return new DriverConnectionSource(this.remoteUrl.replace(direct, ":" + port + "/"), this.user, "");
	}

	/** Creates the tables of the store if they do not exist. */
	public void createTables() throws SQLException {
		try (Connection connection = connect()) {
			JdbcLeaseStoreFactory.builder(source()).build().schema().create(connection);
		}
	}

	public ConnectionSource source() {
		return new DriverConnectionSource(this.url, this.user, "");
	}

	public Connection connect() throws SQLException {
		return DriverManager.getConnection(this.url, this.user, "");
	}

	private static final class Postgres {

		static final PostgresServer SERVER = PostgresServer.open("max_connections=200");

		static {
			Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
		}

	}

	private static final class PgBouncer {

		static final PgBouncerServer POOL = PgBouncerServer.open(Postgres.SERVER, PoolMode.TRANSACTION,
				"server_round_robin = 1");

		static final PgBouncerServer APPLICATIONS = PgBouncerServer.open(Postgres.SERVER, PoolMode.TRANSACTION,
				"server_round_robin = 1", "server_reset_query_always = 1");

		static {
			Runtime.getRuntime().addShutdownHook(new Thread(POOL::close));
			Runtime.getRuntime().addShutdownHook(new Thread(APPLICATIONS::close));
		}

	}

	private static final class MariaDb {

		static final MariaDbServer SERVER = MariaDbServer.open();

		static {
			Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
		}

	}

	private static final class MySql {

		static final MySqlServer SERVER = MySqlServer.open();

		static {
			Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
		}

	}

	private static final class H2 {

		static final String URL = "jdbc:h2:" + H2_NAME;

		/** Keeps the in-memory database alive. */
		static final Connection KEPT = open();

		static final Server SERVER = start();

		private static Connection open() {
			try {
				return DriverManager.getConnection(URL, "sa", "");
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private static Server start() {
			try {
				return Server.createTcpServer("-tcpPort", "0").start();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
