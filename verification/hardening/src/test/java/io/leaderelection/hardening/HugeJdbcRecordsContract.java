/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;

/**
 * Tests rows with megabytes of metadata that look like live terms.
 */
abstract class HugeJdbcRecordsContract extends HugeRecordsContract<Database> {

	@Override
	List<String> store() {
		return this.server.properties();
	}

	@Override
	void writeHuge(String election) throws Exception {
		try (Connection connection = DriverManager.getConnection(this.server.url(), this.server.user(), "");
				PreparedStatement insert = connection
					.prepareStatement("insert into leader_lease (namespace, election, token, nonce, candidate, since, "
							+ "duration_ms, expires_at, not_before, released, metadata) values (?, ?, 1, "
							+ "'0123456789abcdef0123456789abcdef', ?, 0, 15000, 4000000000000, 0, 0, repeat('x', 8000000))")) {
			insert.setBytes(1, NAMESPACE.getBytes(StandardCharsets.UTF_8));
			insert.setBytes(2, election.getBytes(StandardCharsets.UTF_8));
			insert.setString(3, "c".repeat(1500));
			insert.executeUpdate();
		}
	}

}
