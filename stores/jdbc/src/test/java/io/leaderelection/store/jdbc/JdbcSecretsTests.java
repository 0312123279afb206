/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.util.Properties;

import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class JdbcSecretsTests {

	private static final String URL = "jdbc:postgresql://db:54x2/orders?user=app&password=canary%2Bplus";

	@ParameterizedTest
	@CsvSource(delimiter = ' ', value = {
			"jdbc:postgresql://db:5432/orders?user=app&password=canary jdbc:postgresql://db:5432/orders",
			"jdbc:postgresql://db-1:5432,db-2:5433/orders jdbc:postgresql://db-1:5432,db-2:5433/orders",
			"jdbc:postgresql://[::1]:5432/orders jdbc:postgresql://[::1]:5432/orders",
			"jdbc:postgresql:orders jdbc:postgresql:orders",
			"jdbc:postgresql://db/orders&password=canary jdbc:postgresql://db/orders",
			"jdbc:mysql://app:canary@db:3306/orders jdbc:mysql://db:3306/orders",
			"jdbc:mysql://app:can@ary@db/orders jdbc:mysql://db/orders",
			"jdbc:mysql://app:canary?x@db/orders jdbc:mysql://...",
			"jdbc:mysql://app:canary;x@db/orders jdbc:mysql://...",
			"jdbc:mysql://address=(host=db)(password=canary)/orders jdbc:mysql://address=(host=db)(password=...)/orders",
			"jdbc:mysql://(host=db,password=canary)/orders jdbc:mysql://(host=db,password=...)/orders",
			"jdbc:mariadb://db/orders?password=canary jdbc:mariadb://db/orders",
			"jdbc:sqlserver://db:1433;databaseName=orders;password=canary jdbc:sqlserver://db:1433",
			"jdbc:db2://db:50000/orders:password=canary;user=app; jdbc:db2://db:50000/orders:password=...",
			"jdbc:oracle:thin:app/canary@db:1521/orders jdbc:oracle:thin:@db:1521/orders",
			"jdbc:oracle:thin:app/canary?x@db:1521/orders jdbc:oracle:thin:...",
			"jdbc:oracle:thin:@//db:1521/orders jdbc:oracle:thin:@//db:1521/orders",
			"jdbc:h2:file:./orders;PASSWORD=canary jdbc:h2:file:./orders",
			"jdbc:h2:tcp://localhost/mem:orders jdbc:h2:tcp://localhost/mem:orders" })
	void aUrlIsShownWithoutWhatMayBeSecret(String url, String shown) {
		assertThat(JdbcUrls.withoutSecrets(url)).isEqualTo(shown);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Unable to parse URL " + URL, "The port of canary%2Bplus is none",
			"canary+plus is refused", "password=canary is not understood" })
	void whatADriverQuotesIsRemovedAndTheRestStays(String message) {
		SQLException failure = new SQLException("outside", "08001", 7,
				new IllegalStateException("inside", new SQLException(message, "28P01")));
		SQLException told = JdbcSecrets.of(URL, new Properties()).removedFrom(failure);
		assertThat(Throwables.getStackTrace(told)).doesNotContain("canary").contains("outside", "inside");
		assertThat(told.getSQLState()).isEqualTo("08001");
		assertThat(told.getErrorCode()).isEqualTo(7);
		assertThat(told.getStackTrace()).isEqualTo(failure.getStackTrace());
	}

	@Test
	void whatIsGivenBesideTheUrlIsRemovedToo() {
		Properties properties = new Properties();
		properties.setProperty("user", "app");
		properties.setProperty("password", "canary");
		SQLException failure = new SQLException("first");
		failure.setNextException(new SQLException("app with canary is refused"));
		assertThat(Throwables.getStackTrace(JdbcSecrets.of("jdbc:x:y", properties).removedFrom(failure)))
			.doesNotContain("canary");
		assertThat((Throwable) JdbcSecrets.of(null, properties).removedFrom(new SQLException("canary sings")))
			.hasMessage("... sings");
	}

	@Test
	void aFailureWithoutASecretStaysAsItIs() {
		SQLException failure = new SQLException("Connection to db:5432 refused", "08001");
		assertThat((Throwable) JdbcSecrets.of(URL, new Properties()).removedFrom(failure)).isSameAs(failure);
	}

}
