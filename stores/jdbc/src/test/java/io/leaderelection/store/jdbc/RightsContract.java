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

import io.leaderelection.servers.faults.Refusal;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Contract for a user with the documented privileges, and with fewer.
 */
public abstract class RightsContract extends FaultFixture {

	private RestrictedUser user;

	/** Returns the outcome of observing a live term after a call of its leader failed. */
	protected Class<? extends Outcome> seenAfterAFailure() {
		return Outcome.Leased.class;
	}

	@BeforeEach
	protected void createUser() throws SQLException, IOException {
		this.user = new RestrictedUser(database(), this.admin);
		this.user.grantAll(grants());
	}

	/** Returns the script in the artifact. */
	private static String grants() throws IOException {
		try (InputStream in = Objects.requireNonNull(LeaseSchema.class.getResourceAsStream("grants.sql"))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	@AfterEach
	protected void dropUser() throws SQLException {
		this.user.drop();
	}

	protected ConnectionSource withWrongPassword(String user, String password) {
		return new DriverConnectionSource(database().url(), user, password);
	}

	private ConnectionSource restricted(String password) {
		return new DriverConnectionSource(database().url(), this.user.name(), password);
	}

	@Test
	protected void selectInsertAndUpdateSuffice() {
		wholeLife(restricted(RestrictedUser.PASSWORD));
	}

	@ParameterizedTest
	@CsvSource({ "select,leader_lease", "insert,leader_lease", "update,leader_lease", "select,leader_fence",
			"insert,leader_fence", "update,leader_fence" })
	protected void everyPrivilegeIsNeeded(String right, String table) throws SQLException {
		this.user.revoke(right, table);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> wholeLife(restricted(RestrictedUser.PASSWORD)));
	}

	private void wholeLife(ConnectionSource source) {
		Contender first = contender("first", source).win("a", "b");
		Contender second = contender("second", source);
		assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertGranted(first.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		assertThat(first.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(second.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		second.win("a");
	}

	@Test
	protected void revokedPrivilegeIsReportedUntilGrantedAgain() throws SQLException {
		Contender contender = contender("first", restricted(RestrictedUser.PASSWORD)).win("a");
		this.user.revoke("update", "leader_lease");
		assertThatThrownBy(() -> contender.renew(TIMEOUT, List.of("a")))
			.isExactlyInstanceOf(MissingRightException.class)
			.hasMessageContaining("grant select, insert, update on leader_lease to <user>")
			.hasCauseInstanceOf(SQLException.class);
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(seenAfterAFailure());
		this.user.grant("update", "leader_lease");
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	protected void revokedRightEndsTheTermUntilGrantedAgain() throws Exception {
		Refusal.endsTheTermUntilItIsTakenBack(storeFactory(restricted(RestrictedUser.PASSWORD)),
				() -> this.user.revoke("update", "leader_lease"), () -> this.user.grant("update", "leader_lease"));
	}

	@Test
	protected void wrongPasswordIsReportedWithoutShowingIt() {
		Contender contender = contender("first",
				withWrongPassword(this.user.name(), "wrong-" + RestrictedUser.PASSWORD));
		assertThatThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.isExactlyInstanceOf(LeaseStoreException.class)
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).contains(restricted("").name())
				.doesNotContain(RestrictedUser.PASSWORD));
	}

}
