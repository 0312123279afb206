/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JdbcDialectTests {

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

}
