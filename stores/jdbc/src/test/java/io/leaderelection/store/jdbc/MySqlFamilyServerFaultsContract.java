/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests faults of a MySQL or MariaDB server.
 */
abstract class MySqlFamilyServerFaultsContract extends JdbcServerFaultsContract {

	static Stream<String> zones() {
		return Stream.of("+13:00", "-12:00", "+05:30", "SYSTEM").map("set time_zone = '%s'"::formatted);
	}

	static List<String> settings() {
		return List.of("set sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'", "set sql_mode = ''",
				"set session transaction isolation level serializable", "set autocommit = 0",
				"set collation_connection = 'utf8mb4_bin'");
	}

	@Override
	void endOtherSessions() throws SQLException {
		List<Long> others = new ArrayList<>();
		try (Statement statement = this.admin.createStatement();
				ResultSet rows = statement.executeQuery(
						"select id from information_schema.processlist where id <> connection_id() and user = 'root'")) {
			while (rows.next()) {
				others.add(rows.getLong(1));
			}
		}
		assertThat(others).isNotEmpty();
		for (long id : others) {
			execute("kill " + id);
		}
	}

	/** With this setting a row counts as written only if a value differs. */
	@Test
	void repeatedReleaseIsReleasedIfTheDriverCountsChangesOnly() {
		String url = database().url();
		ConnectionSource counting = new DriverConnectionSource(
				url + (url.contains("?") ? "&" : "?") + "useAffectedRows=true", database().user(), "");
		Contender contender = contender("first", counting).win("a");
		for (int i = 0; i < 2; i++) {
			assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		}
	}

	@Test
	void readOnlyServerIsReported() throws SQLException {
		execute("create user reader identified by ''");
		execute("grant select, insert, update on leader_lease to reader");
		execute("grant select, insert, update on leader_fence to reader");
		execute("set global read_only = 1");
		try {
			Contender contender = contender("first", new DriverConnectionSource(database().url(), "reader", ""));
			assertThatExceptionOfType(LeaseStoreException.class)
				.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
				.withMessageContaining("read-only");
			assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Free(0, false));
		}
		finally {
			execute("set global read_only = 0");
		}
	}

}
