/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.autoconfigure.JdbcStoreSetup;
import io.leaderelection.store.postgres.AdvisoryLeaseStoreFactory;
import io.leaderelection.store.postgres.UnsuitableServerException;

/**
 * Describes the {@code postgres} store. It is never detected, because the {@code jdbc}
 * store can be used with the same databases.
 */
final class PostgresLeaseStoreDescriptor implements LeaseStoreDescriptor {

	private static final String ACTION = "Follow the description, or set leader-election.backend to another store";

	private final JdbcStoreSetup setup;

	PostgresLeaseStoreDescriptor(JdbcStoreSetup setup) {
		this.setup = setup;
	}

	@Override
	public String name() {
		return AdvisoryLeaseStoreFactory.NAME;
	}

	@Override
	public Reach reach() {
		return Reach.SHARED;
	}

	@Override
	public Detection detect() {
		return Detection.none("used only if leader-election.backend names it");
	}

	@Override
	public LeaseStoreFactory factory() {
		ConnectionSource source = this.setup.choose(name());
		AdvisoryLeaseStoreFactory factory = factory(source);
		this.setup.check(source, (connection) -> {
			try {
				factory.check(connection, JdbcStoreSetup.TIMEOUT);
			}
			catch (UnsuitableServerException ex) {
				throw new LeaderElectionConfigurationException(String.valueOf(ex.getMessage()), ACTION, ex);
			}
		});
		return factory;
	}

	private AdvisoryLeaseStoreFactory factory(ConnectionSource source) {
		try {
			return AdvisoryLeaseStoreFactory.builder(source)
				.tableName(this.setup.tableName())
				.createTables(this.setup.createsTables(source))
				.build();
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					"The store 'postgres' of leader election cannot be used: " + String.valueOf(ex.getMessage()),
					ACTION, ex);
		}
	}

}
