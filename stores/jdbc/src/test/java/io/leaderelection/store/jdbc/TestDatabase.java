/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.MySqlServer;
import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TestServer;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.h2.tools.Server;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database for tests. The servers of the databases without an argument are started once
 * for all tests of this JVM.
 *
 * @param name the name in output
 * @param url the JDBC URL in this JVM
 * @param remoteUrl the JDBC URL in another JVM
 * @param user a superuser without a password
 */
public record TestDatabase(String name, String url, String remoteUrl, String user) {

	private static final Pattern PORT = Pattern.compile(":(\\d+)/");

	private TestDatabase(String name, String url, String user) {
		this(name, url, url, user);
	}

	public static TestDatabase of(PostgresServer server) {
		return new TestDatabase("PostgreSQL", server.jdbcUrl(), PostgresServer.USER);
	}

	public static TestDatabase of(PgBouncerServer pool) {
		return new TestDatabase("PostgreSQL behind PgBouncer", pool.jdbcUrl(), "anybody");
	}

	public static TestDatabase of(MariaDbServer server) {
		return new TestDatabase("MariaDB", server.jdbcUrl(), MariaDbServer.USER);
	}

	public static TestDatabase of(MySqlServer server) {
		return new TestDatabase("MySQL", server.jdbcUrl(), MySqlServer.USER);
	}

	public static TestDatabase postgres() {
		return of(Postgres.SERVER);
	}

	/**
	 * Returns PostgreSQL behind a pool of transactions that uses its sessions in turn.
	 */
	public static TestDatabase pooledPostgres() {
		return of(PgBouncer.POOL);
	}

	/**
	 * Returns the same database for applications, which must not use named statements
	 * behind such a pool. The pool resets sessions after each transaction: otherwise the
	 * isolation level that Spring sets would apply to another transaction, now and then.
	 */
	public static TestDatabase pooledPostgresForApplications() {
		TestDatabase pool = of(PgBouncer.APPLICATIONS);
		return pool.at(pool.url() + "?prepareThreshold=0");
	}

	public static TestDatabase mariaDb() {
		return of(MariaDb.SERVER);
	}

	public static TestDatabase mariaDbThroughMySqlDriver() {
		return new TestDatabase("MariaDB through MySQL's driver", MariaDb.SERVER.mysqlJdbcUrl(), MariaDbServer.USER);
	}

	public static TestDatabase mySql() {
		return of(MySql.SERVER);
	}

	public static TestDatabase h2() {
		return new TestDatabase("H2", H2.URL, "jdbc:h2:" + H2.SERVER.getURL() + "/" + H2.NAME, "sa");
	}

	public static PostgresServer postgresServer() {
		return Postgres.SERVER;
	}

	/** Returns the same database at another URL. */
	public TestDatabase at(String other) {
		return new TestDatabase(this.name, other, this.user);
	}

	public JdbcDialect dialect() {
		return JdbcDialect.ofUrl(this.url).orElseThrow();
	}

	/** Returns an expression for the clock of the server in milliseconds. */
	public String clock() {
		return switch (dialect()) {
			case POSTGRESQL -> "floor(extract(epoch from clock_timestamp()) * 1000)";
			case MYSQL -> "timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000";
			case H2 -> "cast(extract(epoch from current_timestamp) * 1000 as bigint)";
		};
	}

	/** Returns the port of the server. */
	public int port() {
		Matcher port = PORT.matcher(this.remoteUrl);
		assertThat(port.find()).as("a port in %s", this.remoteUrl).isTrue();
		return Integer.parseInt(port.group(1));
	}

	/** Returns a source that reaches the server through another port. */
	public ConnectionSource through(int port) {
		return new DriverConnectionSource(this.remoteUrl.replace(":" + port() + "/", ":" + port + "/"), this.user, "");
	}

	/** Returns the tables of the store. */
	public LeaseSchema schema() {
		return new LeaseSchema(dialect(), JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME);
	}

	/** Creates the tables of the store if they do not exist. */
	public void createTables() throws SQLException {
		try (Connection connection = connect()) {
			schema().create(connection);
		}
	}

	public ConnectionSource source() {
		return new DriverConnectionSource(this.url, this.user, "");
	}

	public Connection connect() throws SQLException {
		return DriverManager.getConnection(this.url, this.user, "");
	}

	private static <S extends TestServer> S untilExit(S server) {
		Runtime.getRuntime().addShutdownHook(new Thread(server::close));
		return server;
	}

	private static final class Postgres {

		static final PostgresServer SERVER = untilExit(PostgresServer.open("max_connections=200"));

	}

	private static final class PgBouncer {

		static final PgBouncerServer POOL = untilExit(
				PgBouncerServer.open(Postgres.SERVER, PoolMode.TRANSACTION, "server_round_robin = 1"));

		static final PgBouncerServer APPLICATIONS = untilExit(PgBouncerServer.open(Postgres.SERVER,
				PoolMode.TRANSACTION, "server_round_robin = 1", "server_reset_query_always = 1"));

	}

	private static final class MariaDb {

		static final MariaDbServer SERVER = open();

		/** Opens a server that checks privileges in its database "test", too. */
		private static MariaDbServer open() {
			MariaDbServer server = untilExit(MariaDbServer.open());
			try (Connection connection = of(server).connect(); Statement statement = connection.createStatement()) {
				statement.execute("delete from mysql.db where db like 'test%'");
				statement.execute("flush privileges");
				return server;
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	private static final class MySql {

		static final MySqlServer SERVER = untilExit(MySqlServer.open());

	}

	private static final class H2 {

		static final String NAME = "mem:elections";

		static final String URL = "jdbc:h2:" + NAME;

		/** Keeps the in-memory database alive. */
		static final Connection KEPT;

		static final Server SERVER;

		static {
			try {
				KEPT = DriverManager.getConnection(URL, "sa", "");
				SERVER = Server.createTcpServer("-tcpPort", "0").start();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
