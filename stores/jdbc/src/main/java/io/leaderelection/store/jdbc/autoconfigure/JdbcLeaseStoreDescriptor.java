/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.JdbcUrls;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;
import io.leaderelection.store.jdbc.connection.DriverUrls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes the {@code jdbc} store.
 */
final class JdbcLeaseStoreDescriptor implements LeaseStoreDescriptor {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLeaseStoreDescriptor.class);

	private final ConnectionSources sources;

	private final DataSourceChoice dataSources;

	private final StoreStartup startup;

	JdbcLeaseStoreDescriptor(ConnectionSources sources, DataSourceChoice dataSources, StoreStartup startup) {
		this.sources = sources;
		this.dataSources = dataSources;
		this.startup = startup;
	}

	@Override
	public String name() {
		return JdbcLeaseStoreFactory.NAME;
	}

	@Override
	public String artifact() {
		return "leader-election-jdbc";
	}

	@Override
	public Reach reach() {
		return Reach.SHARED;
	}

	@Override
	public Detection detect() {
		if (this.sources.hasOwnUrl()) {
			return Detection.configured(ConnectionSources.URL);
		}
		Candidate candidate = this.dataSources.choose();
		if (candidate == null) {
			return Detection.none(this.dataSources.reasonForNone());
		}
		String bean = candidate.describe();
		String url = this.sources.url(candidate);
		if (url == null) {
			return Detection.none(bean + " does not tell its URL, so it may be an embedded database. Set "
					+ "leader-election.backend=jdbc if all instances share it");
		}
		if (DriverUrls.isEmbedded(url)) {
			return Detection.none(bean + " is an embedded database, of which each instance has its own");
		}
		String shown = bean + " (" + JdbcUrls.shown(url) + ")";
		return JdbcDialect.ofUrl(url).isPresent() ? Detection.detected(shown)
				: Detection.none(shown + " is a database that the jdbc store is not tested with");
	}

	@Override
	public LeaseStoreFactory factory() {
		ConnectionSource source = source();
		return this.startup.prepare(source);
	}

	private ConnectionSource source() {
		ConnectionSource source = new StoreSource(this.sources, this.dataSources).choose(name());
		if (!source.exclusive()) {
			logger.warn("Leader election borrows its connections from {}, since it cannot make its own beside it: when "
					+ "the application keeps them all, leadership is lost. Set {} to give it connections of its own",
					source.name(), ConnectionSources.URL);
		}
		return source;
	}

}
