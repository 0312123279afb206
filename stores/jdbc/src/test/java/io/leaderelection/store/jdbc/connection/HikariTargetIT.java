/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.jdbc.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests connections with the configuration of differently configured pools.
 */
@Tag("server")
class HikariTargetIT {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private static final TestDatabase POSTGRES = TestDatabase.postgres();

	private static final TestDatabase MARIA_DB = TestDatabase.mariaDb();

	@BeforeAll
	static void createRoles() throws SQLException {
		try (Connection admin = POSTGRES.connect(); Statement statement = admin.createStatement()) {
			statement.execute("create schema orders");
			statement.execute("create role one login");
			statement.execute("create role two login");
		}
	}

	private static HikariDataSource pool(String url) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setUsername(POSTGRES.user());
		return pool;
	}

	private static DriverConnectionSource sourceOf(HikariDataSource pool) {
		return new DriverConnectionSource("the pool", () -> HikariTarget.of(pool));
	}

	private static String query(DriverConnectionSource source, String sql) throws SQLException {
		try (Connection connection = source.open(TIMEOUT);
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("select " + sql)) {
			row.next();
			return row.getString(1);
		}
	}

	@Test
	void urlPropertiesSchemaAndInitStatementAreCopied() throws SQLException {
		HikariDataSource pool = pool(POSTGRES.url() + "?options=-c%20work_mem=1MB");
		pool.setDriverClassName("org.postgresql.Driver");
		pool.addDataSourceProperty("ApplicationName", "orders");
		pool.setSchema("orders");
		pool.setConnectionInitSql("set statement_timeout = 12345");
		DriverConnectionSource source = sourceOf(pool);
		assertThat(query(source, "current_setting('application_name')")).isEqualTo("orders");
		assertThat(query(source, "current_schema()")).isEqualTo("orders");
		assertThat(query(source, "current_setting('statement_timeout')")).isEqualTo("12345ms");
		assertThat(query(source, "current_setting('work_mem')")).isEqualTo("1MB");
		assertThat(source.url()).startsWith(POSTGRES.url());
		assertThat(source.name()).isEqualTo("jdbc:postgresql://127.0.0.1:" + POSTGRES.port() + "/postgres");
		assertThat(pool.isRunning()).as("the pool itself was not asked").isFalse();
	}

	@Test
	void catalogIsCopied() throws SQLException {
		HikariDataSource pool = pool(MARIA_DB.url());
		pool.setUsername(MARIA_DB.user());
		pool.setCatalog("mysql");
		assertThat(query(sourceOf(pool), "database()")).isEqualTo("mysql");
	}

	@Test
	void credentialsAreReadAtEveryConnect() throws SQLException {
		HikariDataSource pool = pool(POSTGRES.url());
		DriverConnectionSource source = sourceOf(pool);
		pool.setUsername("one");
		assertThat(query(source, "current_user")).isEqualTo("one");
		pool.setCredentials(Credentials.of("two", "secret"));
		assertThat(query(source, "current_user")).isEqualTo("two");
		pool.setCredentialsProvider(() -> Credentials.of("one", "token"));
		assertThat(query(source, "current_user")).isEqualTo("one");
	}

	@Test
	@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void applicationsEndlessTimeoutsAreNotCopied() {
		try (TcpProxy proxy = TcpProxy.to(POSTGRES.port())) {
			proxy.blackHole();
			HikariDataSource pool = pool("jdbc:postgresql://127.0.0.1:" + proxy.port()
					+ "/postgres?loginTimeout=0&socketTimeout=0&connectTimeout=0&sslmode=disable&gssEncMode=disable");
			pool.addDataSourceProperty("socketTimeout", "0");
			assertGivesUp(pool);
		}
	}

	@Test
	@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void endlessTimeoutsOfMariaDbsDriversAreNotCopied() {
		try (TcpProxy proxy = TcpProxy.to(MARIA_DB.port())) {
			proxy.blackHole();
			assertGivesUp(pool("jdbc:mariadb://127.0.0.1:" + proxy.port() + "/test?connectTimeout=0&socketTimeout=0"));
			assertGivesUp(pool("jdbc:mysql://127.0.0.1:" + proxy.port() + "/test?connectTimeout=0&socketTimeout=0"));
		}
	}

	private static void assertGivesUp(HikariDataSource pool) {
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> sourceOf(pool).open(Duration.ofSeconds(1)).close());
	}

	@Test
	void poolThatConnectsWithoutAUrlCannotBeCopied() {
		HikariDataSource container = new HikariDataSource();
		container.setDataSourceJNDI("java:comp/env/jdbc/orders");
		assertThat(HikariTarget.canCopy(container)).isFalse();
		HikariDataSource driversOwn = pool(POSTGRES.url());
		driversOwn.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
		assertThat(HikariTarget.canCopy(driversOwn)).isFalse();
		HikariDataSource given = pool(POSTGRES.url());
		given.setDataSource(new PGSimpleDataSource());
		assertThat(HikariTarget.canCopy(given)).isFalse();
		assertThat(HikariTarget.canCopy(pool(POSTGRES.url()))).isTrue();
	}

}
