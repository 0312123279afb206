/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.PgBouncerServer;
import io.leaderelection.servers.PgBouncerServer.PoolMode;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.Contender;
import io.leaderelection.store.jdbc.JdbcLeaseStoreContract;
import io.leaderelection.store.jdbc.MutationContract;
import io.leaderelection.store.jdbc.OnPostgres;
import io.leaderelection.store.jdbc.PostgresSession;
import io.leaderelection.store.jdbc.TestDatabase;
import io.leaderelection.testkit.SourceMutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatException;

@Tag("slow")
class AdvisoryMutationIT extends MutationContract implements OnPostgres {

	private static final Path OWN_SOURCES = Path.of("src/main/java/io/leaderelection/store/postgres");

	@Override
	protected String store() {
		return "postgres";
	}

	@Override
	protected Path sources() {
		return Path.of("../jdbc").resolve(SOURCES);
	}

	@Override
	protected Class<? extends LeaseStoreFactory> factoryType() {
		return AdvisoryLeaseStoreFactory.class;
	}

	@Test
	void theContractNoticesThatNothingIsLocked() {
		assertNoticed(SourceMutant.of(OWN_SOURCES)
			.replace("AdvisorySql.java", "String TRY = \"pg_try_advisory_lock(w.lock_key)\"", "String TRY = \"true\""),
				"LOCK");
	}

	/** For example, a pool that passes the IDs of real sessions to its clients. */
	@Test
	void statementsDetectAPoolMissedAtTheConnect() throws SQLException {
		compile(SourceMutant.of(sources())
			.replace("PostgresSession.java", "getBackendPID() == pid", "getBackendPID() != 0"));
		try (PgBouncerServer pool = PgBouncerServer.open(TestDatabase.postgresServer(), PoolMode.TRANSACTION,
				"server_round_robin = 1")) {
			openTwoSessions(pool.jdbcUrl());
			try (LeaseStore store = mutatedFactory(TestDatabase.of(pool), AdvisoryLeaseStoreFactory.class).open()) {
				Contender contender = new Contender(store, "found-late", "first", Duration.ofSeconds(5));
				assertThatException().isThrownBy(() -> {
					for (int i = 0; i < 4; i++) {
						contender.observe(Duration.ofSeconds(30), List.of("a"));
					}
				}).withMessageContaining("pools transactions");
			}
		}
	}

	/** Opens two sessions, which the pool uses in turn. */
	private static void openTwoSessions(String url) throws SQLException {
		try (Connection first = DriverManager.getConnection(url, "anybody", "");
				Connection second = DriverManager.getConnection(url, "anybody", "")) {
			for (Connection connection : List.of(first, second)) {
				connection.setAutoCommit(false);
				connection.createStatement().execute("select 1");
			}
			first.rollback();
			second.rollback();
		}
	}

	@Override
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends AdvisoryLeaseStoreIT {

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database(), AdvisoryLeaseStoreFactory.class);
		}

	}

}
