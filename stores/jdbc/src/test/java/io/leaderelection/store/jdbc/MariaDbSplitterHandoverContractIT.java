/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Tests handovers between engines whose reads outside transactions go to a replica that
 * lags behind and whose clock is slow.
 */
@Tag("server")
@Tag("slow")
class MariaDbSplitterHandoverContractIT extends JdbcHandoverContract {

	private static ReplicatedMariaDb servers;

	private static ReadWriteSplitter splitter;

	@BeforeAll
	static void openServers() throws IOException, SQLException {
		servers = new ReplicatedMariaDb();
		servers.stepReplica(Duration.ofSeconds(-2));
		splitter = new ReadWriteSplitter(servers.primary(), servers.replica(), ReadWriteSplitter.Rule.SESSION);
	}

	@AfterAll
	static void closeServers() throws IOException {
		splitter.close();
		servers.close();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of(servers.primary()).at(splitter.jdbcUrl());
	}

}
