/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.util.Properties;

import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import io.leaderelection.store.jdbc.connection.DatabaseCredentials;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.jdbc.connection.SessionDefaults;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;

/**
 * Uses the configuration of Spring's data sources without a pool.
 */
final class DriverPhysicalConnections implements PhysicalConnections {

	@Override
	public @Nullable ConnectionSource sourceFor(Candidate candidate) {
		AbstractDriverBasedDataSource found = PhysicalConnections.unwrap(candidate.dataSource(),
				AbstractDriverBasedDataSource.class);
		return (found != null && found.getUrl() != null)
				? new DriverConnectionSource(candidate.describe(), () -> target(found)) : null;
	}

	private static DriverConnectionSource.Target target(AbstractDriverBasedDataSource dataSource) {
		String url = dataSource.getUrl();
		Properties properties = dataSource.getConnectionProperties();
		return new DriverConnectionSource.Target((url != null) ? url : "", null,
				(properties != null) ? properties : new Properties(),
				new DatabaseCredentials(dataSource.getUsername(), dataSource.getPassword()),
				new SessionDefaults(dataSource.getCatalog(), dataSource.getSchema(), null));
	}

}
