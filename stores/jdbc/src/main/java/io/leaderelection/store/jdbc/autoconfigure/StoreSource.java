/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.DataSourceChoice.Candidate;

/**
 * Where a store over a database gets its connections: its own URL, else a data source of
 * the application.
 */
final class StoreSource {

	private final ConnectionSources sources;

	private final DataSourceChoice dataSources;

	StoreSource(ConnectionSources sources, DataSourceChoice dataSources) {
		this.sources = sources;
		this.dataSources = dataSources;
	}

	/**
	 * Chooses. Does not connect.
	 * @param store the name of the store, for the message
	 * @return the source
	 * @throws LeaderElectionConfigurationException if there is none
	 */
	ConnectionSource choose(String store) {
		if (this.sources.hasOwnUrl()) {
			return this.sources.own();
		}
		Candidate candidate = this.dataSources.choose();
		if (candidate == null) {
			throw new LeaderElectionConfigurationException(
					"The store '" + store + "' of leader election has no database: " + this.dataSources.reasonForNone()
							+ ", and " + ConnectionSources.URL + " is not set",
					"Annotate the DataSource bean to use with @LeaderElectionStore, or set " + ConnectionSources.URL
							+ ", or set leader-election.backend to another store");
		}
		return this.sources.of(candidate);
	}

}
