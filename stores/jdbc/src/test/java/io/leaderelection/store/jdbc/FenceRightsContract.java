/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.util.List;

import io.leaderelection.store.jdbc.ObservedDataSource.Step;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract for fenced transactions of a user with only the privileges that
 * docs/fencing.md lists: the application may use another user than leader election.
 */
abstract class FenceRightsContract extends FenceFixture {

	private RestrictedUser user;

	/** Returns the privileges that the user needs on leader_fence. */
	private List<String> rights() {
		String grant = FencingPatternContract.snippet((database().dialect() == JdbcDialect.POSTGRESQL)
				? "PostgreSQL, where a lock on a row takes the right to update some column" : "MySQL, MariaDB and H2");
		assertThat(grant).startsWith("grant ").endsWith(" on leader_fence to app;");
		return List.of(grant.substring("grant ".length(), grant.indexOf(" on leader_fence")).split(", ", -1));
	}

	@BeforeEach
	void createUser() throws SQLException {
		this.user = new RestrictedUser(database(), this.admin);
		this.user.grant("select, insert", "fenced_work");
		for (String right : rights()) {
			this.user.grant(right, "leader_fence");
		}
	}

	@AfterEach
	void dropUser() throws SQLException {
		this.user.drop();
	}

	private String writeAsUser(Step beforeEnd) {
		DriverManagerDataSource source = new DriverManagerDataSource(database().url(), this.user.name(),
				RestrictedUser.PASSWORD);
		String id = "by-" + this.user.name();
		run(this.term, new TransactionTemplate(fenced(source, database())), () -> insert(JdbcClient.create(source), id),
				beforeEnd);
		return id;
	}

	@Test
	void documentedPrivilegesSuffice() {
		String id = writeAsUser(NOTHING);
		assertThat(written()).contains(id);
	}

	@Test
	void privilegesSufficeToDetectALaterTerm() {
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> writeAsUser(() -> assertGranted(succeed())));
	}

	@Test
	void everyPrivilegeIsNeeded() throws SQLException {
		for (String right : rights()) {
			this.user.revoke(right, "leader_fence");
			List<String> before = written();
			assertThatExceptionOfType(DataAccessException.class).as("without %s", right)
				.isThrownBy(() -> writeAsUser(NOTHING));
			assertThat(written()).isEqualTo(before);
			this.user.grant(right, "leader_fence");
		}
	}

}
