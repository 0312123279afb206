/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import io.leaderelection.store.jdbc.connection.HikariConnectionSource;
import org.jspecify.annotations.Nullable;

/**
 * Uses the configuration of HikariCP pools.
 */
final class HikariPhysicalConnections implements PhysicalConnections {

	@Override
	public @Nullable ConnectionSource sourceFor(Candidate candidate) {
		HikariDataSource found = PhysicalConnections.unwrap(candidate.dataSource(), HikariDataSource.class);
		if (found == null || !HikariConnectionSource.canCopy(found)) {
			return null;
		}
		return new HikariConnectionSource(candidate.describe(), () -> {
			// Unwrapped each time, because a scoped bean may have been replaced
			HikariDataSource pool = PhysicalConnections.unwrap(candidate.dataSource(), HikariDataSource.class);
			return (pool != null) ? pool : found;
		});
	}

}
