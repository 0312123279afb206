/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcUrls;
import io.leaderelection.store.jdbc.UnsupportedDatabaseException;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import io.leaderelection.store.jdbc.connection.BorrowingConnectionSource;
import io.leaderelection.store.jdbc.connection.DatabaseCredentials;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.StringUtils;

/**
 * Selects the connection source: the store's own URL; otherwise physical connections with
 * the configuration of the application's data source; otherwise the data source itself.
 * Does not connect.
 */
final class ConnectionSources {

	private static final String URL = JdbcStoreSetup.URL;

	private static final String ROUTING = "This DataSource chooses a database by what the application binds to the "
			+ "thread, such as a tenant, and the threads of leader election have nothing bound. Set " + URL
			+ " to the database to elect in, or annotate the DataSource bean of that database with @LeaderElectionStore";

	private final JdbcLeaderElectionProperties properties;

	private final List<PhysicalConnections> physical;

	ConnectionSources(JdbcLeaderElectionProperties properties, ConfigurableListableBeanFactory beanFactory) {
		this.properties = properties;
		this.physical = PhysicalConnections.known(beanFactory);
	}

	boolean hasOwnUrl() {
		return StringUtils.hasText(this.properties.getUrl());
	}

	/**
	 * Returns a source for the store's own URL.
	 * @return the source
	 * @throws LeaderElectionConfigurationException if there is no driver for it
	 */
	ConnectionSource own() {
		String url = Objects.requireNonNull(this.properties.getUrl()).trim();
		if (JdbcDialect.ofUrl(url).isEmpty()) {
			UnsupportedDatabaseException failure = new UnsupportedDatabaseException(JdbcUrls.shown(url),
					JdbcDialect.product(url));
			throw new LeaderElectionConfigurationException(String.valueOf(failure.getMessage()),
					"Set " + URL + " to one of these, or set leader-election.backend to another store", failure);
		}
		DatabaseCredentials credentials = new DatabaseCredentials(this.properties.getUsername(),
				this.properties.getPassword());
		DriverConnectionSource source = new DriverConnectionSource("the database of " + URL,
				() -> DriverConnectionSource.Target.of(url, null, credentials));
		try {
			source.requireDriver();
		}
		catch (SQLException ex) {
			throw new LeaderElectionConfigurationException(URL + " leads to " + JdbcUrls.shown(url)
					+ ", for which there is no driver (" + ex.getMessage() + ")",
					"Correct the URL, or add the database's JDBC driver to the application", ex);
		}
		return source;
	}

	/**
	 * Returns the URL of a data source.
	 * @param candidate the data source
	 * @return the URL, or {@code null} if it is unknown
	 */
	@Nullable String url(Candidate candidate) {
		ConnectionSource physicalSource = physicalSource(candidate);
		return (physicalSource != null) ? physicalSource.url() : null;
	}

	/**
	 * Returns a source of physical connections with the configuration of a data source,
	 * or a source that borrows from it.
	 * @param candidate the data source
	 * @return the source; it is exclusive unless it borrows
	 */
	ConnectionSource of(Candidate candidate) {
		ConnectionSource physicalSource = physicalSource(candidate);
		String url = (physicalSource != null) ? physicalSource.url() : null;
		if (physicalSource != null && (url == null || !DriverUrls.isPrivate(url))) {
			return physicalSource;
		}
		return new BorrowingConnectionSource(candidate.describe(), candidate.dataSource(), url,
				isRouting(candidate.dataSource()) ? ROUTING : null);
	}

	private static boolean isRouting(DataSource dataSource) {
		try {
			return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
		}
		catch (SQLException | RuntimeException ex) {
			// It does not say what it wraps
			return false;
		}
	}

	private @Nullable ConnectionSource physicalSource(Candidate candidate) {
		for (PhysicalConnections kind : this.physical) {
			ConnectionSource source = kind.sourceFor(candidate);
			if (source != null) {
				return source;
			}
		}
		return null;
	}

}
