/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.assertj.core.util.Throwables;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class ConnectFailedExceptionTests {

	private static final String URL = "jdbc:postgresql://db:5432/orders";

	private final Logger logger = (Logger) LoggerFactory.getLogger(ConnectFailedException.class);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void record() {
		this.log.start();
		this.logger.addAppender(this.log);
		this.logger.setLevel(Level.TRACE);
	}

	@AfterEach
	void stopRecording() {
		this.logger.detachAppender(this.log);
		this.logger.setLevel(null);
	}

	private static SQLException quoting(String text) {
		SQLException failure = new SQLException(text, "08001", 7,
				new IllegalStateException(text, new SQLException(text, "28P01")));
		failure.setNextException(new SQLException(text));
		failure.addSuppressed(new SQLException(text));
		return failure;
	}

	@ParameterizedTest
	@ValueSource(strings = { "Unable to parse URL jdbc:postgresql://db:54x2/orders?password=canary",
			"The port of canary is none", "canary is refused", "password: canary" })
	void textOfTheDriverIsNeverPartOfTheException(String text) {
		ConnectFailedException shown = ConnectFailedException.of("db", URL, quoting(text));
		assertThat(Throwables.getStackTrace(shown)).doesNotContain("canary");
		assertThat((Throwable) shown.getNextException()).isNull();
		assertThat(shown.getSuppressed()).isEmpty();
		assertThat(shown.getCause()).isNull();
	}

	@Test
	void stateAndCodeOfTheDriverAreKept() {
		ConnectFailedException shown = ConnectFailedException.of("jdbc:postgresql://db:5432", URL, quoting("no"));
		assertThat(shown.getSQLState()).isEqualTo("08001");
		assertThat(shown.getErrorCode()).isEqualTo(7);
		assertThat((Throwable) shown).hasMessage("Cannot connect to jdbc:postgresql://db:5432: no connection to the "
				+ "server (SQLException, SQL state 08001, vendor code 7; the driver's text is logged at DEBUG)");
	}

	@ParameterizedTest
	@CsvSource({ "08006, no connection to the server", "28000, user or password is rejected",
			"28P01, user or password is rejected", "3D000, the database does not exist",
			"42000, the driver or the pool reported an error", "'', the driver or the pool reported an error" })
	void classOfTheStateIsExplained(String state, String reason) {
		assertThat((Throwable) ConnectFailedException.of("db", URL, new SQLException("no", state)))
			.hasMessageContaining(": " + reason + " (");
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://127.0.0.1:1/orders, connection refused",
			"jdbc:mariadb://127.0.0.1:1/orders, connection refused",
			"jdbc:mysql://127.0.0.1:1/orders, connection refused",
			"jdbc:h2:tcp://127.0.0.1:1/orders, connection refused",
			"jdbc:postgresql://nobody.invalid/orders, the host is unknown",
			"jdbc:mariadb://nobody.invalid/orders, the host is unknown",
			"jdbc:mysql://nobody.invalid/orders, the host is unknown",
			"jdbc:h2:tcp://nobody.invalid/orders, the host is unknown" })
	void refusedConnectionDiffersFromAnUnknownHost(String url, String reason) {
		assertThatException().isThrownBy(() -> new DriverConnectionSource(url, "app", null).open(Duration.ofSeconds(5)))
			.withMessageContaining("Cannot connect to " + JdbcUrls.shown(url) + ": " + reason + ". Check ");
	}

	@Test
	void failureOtherThanSqlIsReplaced() {
		ConnectFailedException shown = ConnectFailedException.of("db", URL, new IllegalArgumentException("canary"));
		assertThat(Throwables.getStackTrace(shown)).doesNotContain("canary").contains("IllegalArgumentException");
		assertThat(shown.getSQLState()).isNull();
	}

	@Test
	void interruptIsKept() {
		ConnectFailedException.of("db", URL, new InterruptedException());
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void driverTextIsLoggedIfTheUrlHasNoSecret() {
		ConnectFailedException.of("db", URL, quoting("the reason"));
		assertThat(this.log.list).singleElement().satisfies((event) -> {
			assertThat(event.getLevel()).isEqualTo(Level.DEBUG);
			assertThat(event.getThrowableProxy().getMessage()).isEqualTo("the reason");
		});
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "jdbc:postgresql://db:54x2/orders?password=canary", "jdbc:mysql://app:canary@db/orders",
			"jdbc:h2:mem:x;PASSWORD=canary" })
	void driverTextIsNotLoggedIfTheUrlMayHaveASecret(@Nullable String url) {
		ConnectFailedException shown = ConnectFailedException.of("db", url, quoting("canary"));
		assertThat(List.copyOf(this.log.list)).isEmpty();
		assertThat((Throwable) shown).hasMessageNotContaining("DEBUG");
	}

	@Test
	void replacedFailureIsNotReplacedAgain() {
		ConnectFailedException first = ConnectFailedException.of("inner", URL, quoting("no"));
		assertThat((Throwable) ConnectFailedException.of("outer", URL, first)).isSameAs(first);
	}

}
