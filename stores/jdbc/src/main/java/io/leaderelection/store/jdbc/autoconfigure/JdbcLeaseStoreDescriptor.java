/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcUrls;
import io.leaderelection.store.jdbc.MultiPrimary;
import io.leaderelection.store.jdbc.autoconfigure.ConnectionSources.Candidate;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes the {@code jdbc} store.
 */
final class JdbcLeaseStoreDescriptor implements LeaseStoreDescriptor {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLeaseStoreDescriptor.class);

	private final JdbcStoreSetup setup;

	JdbcLeaseStoreDescriptor(JdbcStoreSetup setup) {
		this.setup = setup;
	}

	@Override
	public String name() {
		return JdbcLeaseStoreFactory.NAME;
	}

	@Override
	public Detection detect() {
		if (this.setup.sources().hasOwnUrl()) {
			return Detection.configured(JdbcStoreSetup.URL);
		}
		Candidate candidate = this.setup.sources().choose();
		if (candidate == null) {
			return Detection.none(this.setup.sources().reasonForNone());
		}
		String bean = candidate.describe();
		String url = this.setup.sources().url(candidate);
		if (url == null) {
			return Detection.none(bean + " does not report its URL, so it may be an embedded database. Set "
					+ "leader-election.backend=jdbc if all instances share it");
		}
		if (DriverUrls.isEmbedded(url)) {
			return Detection.none(bean + " is an embedded database, and each instance has its own");
		}
		String shown = bean + " (" + JdbcUrls.shown(url) + ")";
		return JdbcDialect.ofUrl(url).isPresent() ? Detection.detected(shown)
				: Detection.none(shown + " is a database that the jdbc store is not tested with");
	}

	@Override
	public LeaseStoreFactory factory() {
		ConnectionSource source = this.setup.choose(name());
		if (!source.exclusive()) {
			logger.warn("Leader election borrows its connections from {}, because it cannot open its own with the "
					+ "same configuration: leadership is lost when the application uses all connections. Set {} so "
					+ "that leader election opens its own", source.name(), JdbcStoreSetup.URL);
		}
		return this.setup.factory(name(), source, JdbcLeaseStoreFactory::builder, (factory, connection) -> {
			warnOfEmbedded(connection, source);
			warnOfSeveralPrimaries(connection, JdbcDialect.require(connection, source.name()), source);
			factory.check(connection);
		});
	}

	private static void warnOfEmbedded(Connection connection, ConnectionSource source) throws SQLException {
		String url = connection.getMetaData().getURL();
		if (url != null && DriverUrls.isEmbedded(url)) {
			logger.warn("Leader election uses an embedded database, {}: instances that have their own each elect "
					+ "themselves", source.name());
		}
	}

	/** Each primary judges leases by its own clock. */
	private static void warnOfSeveralPrimaries(Connection connection, JdbcDialect dialect, ConnectionSource source)
			throws SQLException {
		String severalPrimaries = MultiPrimary.describe(connection, dialect);
		if (severalPrimaries != null) {
			logger.warn("{} {}: instances that use different servers of it judge a lease by different clocks. Where "
					+ "these differ by more than leader-election.safety-margin, two may lead at once. Set {} to the "
					+ "address of the same server on all instances", source.name(), severalPrimaries,
					JdbcStoreSetup.URL);
		}
	}

}
