/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.postgres.AdvisoryLeaseStoreFactory;
import io.leaderelection.store.postgres.UnsuitableServerException;

/**
 * Describes the {@code postgres} store. It is never detected, because the {@code jdbc}
 * store can be used with the same databases.
 */
final class PostgresLeaseStoreDescriptor implements LeaseStoreDescriptor {

	private final JdbcStoreSetup setup;

	PostgresLeaseStoreDescriptor(JdbcStoreSetup setup) {
		this.setup = setup;
	}

	@Override
	public String name() {
		return AdvisoryLeaseStoreFactory.NAME;
	}

	@Override
	public Detection detect() {
		return Detection.none("used only if leader-election.backend names it");
	}

	@Override
	public LeaseStoreFactory factory() {
		return this.setup.factory(name(), this.setup.choose(name()), AdvisoryLeaseStoreFactory::builder,
				(factory, connection) -> {
					try {
						factory.check(connection, JdbcStoreSetup.TIMEOUT);
					}
					catch (UnsuitableServerException ex) {
						throw new LeaderElectionConfigurationException(String.valueOf(ex.getMessage()),
								"Follow the description, or set leader-election.backend to another store", ex);
					}
				});
	}

}
