/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.Properties;

import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConnectionSourceTests {

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://h:1/d?password=secret, jdbc:postgresql://h:1",
			"jdbc:mysql://u:secret@h:1/d, jdbc:mysql://h:1",
			"jdbc:sqlserver://h:1;user=u;password=secret, jdbc:sqlserver",
			"jdbc:oracle:thin:u/secret@h:1:d, jdbc:oracle", "jdbc:h2:mem:x;PASSWORD=secret, jdbc:h2" })
	void nameContainsNoSecret(String url, String name) {
		assertThat(new DriverConnectionSource(url, "u", "secret").name()).isEqualTo(name).doesNotContain("secret");
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://h/d, POSTGRESQL", "jdbc:p6spy:postgresql://h/d, POSTGRESQL",
			"jdbc:tc:postgresql:16:///d, POSTGRESQL", "jdbc:mysql://h/d, MYSQL",
			"jdbc:mariadb:loadbalance://h/d, MYSQL", "jdbc:mysql+srv://h/d, MYSQL",
			"jdbc:aws-wrapper:mysql://h/d, MYSQL", "jdbc:h2:mem:mysql, H2", "jdbc:h2:~/oracle, H2" })
	void dialectIsDerivedFromTheUrl(String url, JdbcDialect dialect) {
		assertThat(JdbcDialect.ofUrl(url)).contains(dialect);
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:derby:mysql2;create=true, derby", "jdbc:sqlite:x, sqlite", "jdbc:oracle:thin:@h:1:d, oracle",
			"jdbc:sqlserver://h, sqlserver", "nonsense, not a JDBC URL", "'', not a JDBC URL" })
	void unsupportedProductIsRejectedByName(String url, String product) {
		assertThat(JdbcDialect.ofUrl(url)).isEmpty();
		assertThatExceptionOfType(UnsupportedDatabaseException.class)
			.isThrownBy(() -> JdbcLeaseStoreFactory.builder(new DriverConnectionSource(url, null, null)).build())
			.withMessageContaining("does not support '" + product + "'")
			.withMessageContaining("PostgreSQL, MySQL, MariaDB and H2")
			.withMessageContaining("Use one of these, or another store");
	}

	@Test
	void timeoutsUseTheUnitOfEachDriver() {
		Duration timeout = Duration.ofMillis(1500);
		Properties postgres = new Properties();
		postgres.setProperty("socketTimeout", "0");
		DriverTimeouts.apply("jdbc:postgresql://h/d", postgres, timeout);
		assertThat(postgres).containsEntry("connectTimeout", "2")
			.containsEntry("socketTimeout", "2")
			.containsEntry("loginTimeout", "2");
		Properties mySql = new Properties();
		DriverTimeouts.apply("jdbc:mariadb://h/d", mySql, timeout);
		assertThat(mySql).containsEntry("connectTimeout", "1500").containsEntry("socketTimeout", "1500");
		Properties unknown = new Properties();
		DriverTimeouts.apply("jdbc:derby:x", unknown, timeout);
		assertThat(unknown).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a;drop table x", "\"a\"", "a.b.c.d", "1a", "a." })
	void unsafeTableNamesAreRejected(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseSchema(JdbcDialect.H2, name))
			.withMessageContaining("leader-election.jdbc.table-name");
	}

	@ParameterizedTest
	@CsvSource({ "leader_lease, leader_fence", "app.leader_lease, app.leader_fence", "app.locks, app.locks_fence",
			"my_leader_lease, my_leader_fence" })
	void fenceNameIsDerivedFromTheLeaseName(String lease, String fence) {
		for (JdbcDialect dialect : JdbcDialect.values()) {
			LeaseSchema schema = new LeaseSchema(dialect, lease);
			assertThat(schema.in("leader_lease l, leader_fence f")).isEqualTo(lease + " l, " + fence + " f");
			assertThat(schema.ddl()).contains("create table " + lease + " (", "create table " + fence + " (");
		}
	}

}
