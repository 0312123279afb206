/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.servers.faults.Refusal;
import io.leaderelection.store.Outcome;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A user with the rights that the documentation lists, and with fewer.
 */
abstract class RightsContract extends FaultFixture {

	private static final AtomicInteger USERS = new AtomicInteger();

	private static final String PASSWORD = "planted-canary";

	private final String user = "elector_" + USERS.incrementAndGet();

	/** How the user is named in statements. */
	abstract String account(String user);

	/** Statement that creates the user. */
	abstract String createUser(String account, String password);

	/** How a live term is seen after a call of its holder failed. */
	Class<? extends Outcome> seenAfterAFailure() {
		return Outcome.Held.class;
	}

	@BeforeEach
	void createUser() throws SQLException, IOException {
		execute(createUser(account(this.user), PASSWORD));
		for (String statement : grants().split(";", -1)) {
			if (!statement.isBlank()) {
				execute(statement.replace(" to app", " to " + account(this.user)));
			}
		}
	}

	/** The script that comes with the artifact. */
	private static String grants() throws IOException {
		try (InputStream in = Objects.requireNonNull(LeaseSchema.class.getResourceAsStream("grants.sql"))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
		}
	}

	@AfterEach
	void dropUser() throws SQLException {
		revoke("select, insert, update", "leader_lease");
		revoke("select, insert, update", "leader_fence");
		execute("drop user " + account(this.user));
	}

	private void grant(String rights, String table) throws SQLException {
		execute("grant " + rights + " on " + table + " to " + account(this.user));
	}

	private void revoke(String rights, String table) throws SQLException {
		for (String right : rights.split(", ", -1)) {
			try {
				execute("revoke " + right + " on " + table + " from " + account(this.user));
			}
			catch (SQLException ex) {
				// MariaDB refuses to revoke what was revoked before
				assertThat(ex.getErrorCode()).as(ex.getMessage()).isEqualTo(1147);
			}
		}
	}

	ConnectionSource withWrongPassword(String user, String password) {
		return new UrlConnectionSource(database().url(), user, password);
	}

	private ConnectionSource restricted(String password) {
		return new UrlConnectionSource(database().url(), this.user, password);
	}

	@Test
	void selectInsertAndUpdateAreEnough() {
		wholeLife(restricted(PASSWORD));
	}

	@ParameterizedTest
	@CsvSource({ "select,leader_lease", "insert,leader_lease", "update,leader_lease", "select,leader_fence",
			"insert,leader_fence", "update,leader_fence" })
	void noneOfThemIsTooMany(String right, String table) throws SQLException {
		revoke(right, table);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> wholeLife(restricted(PASSWORD)))
			.satisfies((ex) -> assertThat(ex).isInstanceOfAny(JdbcStoreException.class, MissingTableException.class));
	}

	private void wholeLife(ConnectionSource source) {
		Contender first = contender("first", source).win("a", "b");
		Contender second = contender("second", source);
		assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Held.class);
		assertGranted(first.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		assertThat(first.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(second.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		second.win("a");
	}

	@Test
	void aRightRevokedWhileLeadingIsToldAndComesBack() throws SQLException {
		Contender contender = contender("first", restricted(PASSWORD)).win("a");
		revoke("update", "leader_lease");
		assertThatExceptionOfType(JdbcStoreException.class).isThrownBy(() -> contender.renew(TIMEOUT, List.of("a")))
			.withCauseInstanceOf(SQLException.class);
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(seenAfterAFailure());
		grant("update", "leader_lease");
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	void aRightRevokedWhileLeadingEndsTheTermUntilItIsGrantedAgain() throws Exception {
		Refusal.endsTheTermUntilItIsTakenBack(storeFactory(restricted(PASSWORD)),
				() -> revoke("update", "leader_lease"), () -> grant("update", "leader_lease"));
	}

	@Test
	void aWrongPasswordIsToldWithoutTellingIt() {
		Contender contender = contender("first", withWrongPassword(this.user, "wrong-" + PASSWORD));
		assertThatExceptionOfType(JdbcStoreException.class).isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).contains(restricted("").name())
				.doesNotContain(PASSWORD));
	}

}
