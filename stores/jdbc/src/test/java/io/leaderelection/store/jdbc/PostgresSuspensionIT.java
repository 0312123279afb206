/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.util.List;

import io.leaderelection.servers.handover.SuspendableProcess;
import io.leaderelection.servers.handover.SuspensionContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * Suspends an election of several processes on PostgreSQL.
 */
@Tag("server")
class PostgresSuspensionIT extends SuspensionContract implements OnPostgres {

	@BeforeEach
	void createTables() throws SQLException {
		database().createTables();
	}

	@Override
	protected Class<? extends SuspendableProcess.Opener> opener() {
		return Opener.class;
	}

	@Override
	protected List<String> arguments() {
		return List.of(database().remoteUrl(), database().user());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements SuspendableProcess.Opener {

		@Override
		public LeaseStoreFactory factory(List<String> arguments) {
			return JdbcLeaseStoreFactory.builder(new DriverConnectionSource(arguments.get(0), arguments.get(1), ""))
				.build();
		}

	}

}
