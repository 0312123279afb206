/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

import io.leaderelection.store.jdbc.ObservedDataSource.Step;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.dao.ConcurrencyFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests connections whose transactions are serializable by default: a conflict is not
 * reported as a later term.
 */
@Tag("server")
class PostgresSerializableByDefaultIT extends FenceFixture {

	@Override
	public TestDatabase database() {
		TestDatabase test = TestDatabase.postgres();
		return test.at(test.url() + "?options=-c%20default_transaction_isolation=serializable");
	}

	@Test
	void conflictIsNotReportedAsALaterTerm() {
		String other = UUID.randomUUID().toString();
		assertConflict(() -> {
			long seen = written().size();
			try (Connection connection = connect(); Statement statement = connection.createStatement()) {
				connection.setAutoCommit(false);
				try (ResultSet row = statement.executeQuery("select count(*) from fenced_work")) {
					row.next();
					assertThat(row.getLong(1)).isEqualTo(seen - 1);
				}
				statement.execute("insert into fenced_work (id) values ('" + other + "')");
				connection.commit();
			}
		});
		assertThat(written()).contains(other);
		String id = write(this.term, transaction(), NOTHING);
		assertThat(written()).contains(id);
	}

	@Test
	void laterTermIsReportedToTheNextTransaction() {
		List<String> before = written();
		assertConflict(() -> assertGranted(succeed()));
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, transaction(), NOTHING))
			.withMessageContaining("has begun");
		assertThat(written()).isEqualTo(before);
	}

	private void assertConflict(Step beforeEnd) {
		assertThatExceptionOfType(ConcurrencyFailureException.class)
			.isThrownBy(() -> write(this.term, transaction(), beforeEnd))
			.withMessageContaining("may have begun during this transaction, or it conflicted");
	}

}
