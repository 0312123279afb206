/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.sql.Connection;
import java.time.Duration;
import java.util.function.Function;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcDialect;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.time.TimeSystem;

/**
 * Opens the store over a database that does not tell its kind and did not answer while
 * the application started.
 */
final class LateDialectStoreFactory implements LeaseStoreFactory {

	private final ConnectionSource source;

	private final Function<JdbcDialect, JdbcLeaseStoreFactory> factory;

	private final TimeSystem time;

	LateDialectStoreFactory(ConnectionSource source, Function<JdbcDialect, JdbcLeaseStoreFactory> factory,
			TimeSystem time) {
		this.source = source;
		this.factory = factory;
		this.time = time;
	}

	@Override
	public StoreTraits traits() {
		return new StoreTraits(JdbcLeaseStoreFactory.NAME, StoreTraits.Clock.STORE, Duration.ofMillis(1),
				Duration.ofDays(365), false, false, false);
	}

	@Override
	public LeaseStore open() {
		return new LateDialectStore(this::openNow, this.time);
	}

	private LeaseStore openNow(Duration timeout) throws Exception {
		JdbcDialect dialect;
		try (Connection connection = this.source.open(timeout)) {
			dialect = JdbcDialect.require(connection, this.source.name());
		}
		return this.factory.apply(dialect).open();
	}

}
