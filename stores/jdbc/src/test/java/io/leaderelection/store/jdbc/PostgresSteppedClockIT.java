/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.faults.SteppedClockContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class PostgresSteppedClockIT extends SteppedClockContract {

	private FakeTime clock;

	private PostgresServer server;

	@BeforeEach
	void startServer() throws SQLException {
		this.clock = FakeTime.open();
		this.server = PostgresServer.openUnder(this.clock);
		TestDatabase.of(this.server).createTables();
	}

	@AfterEach
	void stopServer() {
		this.server.close();
		this.clock.close();
	}

	@Override
	protected int port() {
		return this.server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return JdbcLeaseStoreFactory.builder(TestDatabase.of(this.server).through(port)).build();
	}

	@Override
	protected void stepClock(Duration step) {
		this.clock.step(step);
	}

}
