/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import io.leaderelection.servers.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugeMariaDbRecordsIT extends HugeJdbcRecordsContract {

	private final MariaDbServer server = MariaDbServer.open();

	@AfterAll
	void stopServer() {
		this.server.close();
	}

	@Override
	String url() {
		return this.server.jdbcUrl();
	}

	@Override
	String user() {
		return MariaDbServer.USER;
	}

}
