/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.jdbc.JdbcLeaseStoreContract;
import io.leaderelection.store.jdbc.OnPostgres;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the contract on advisory locks. When time passes, sessions that are idle for a
 * lease end, as the server would end them.
 */
class AdvisoryLeaseStoreIT extends JdbcLeaseStoreContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory storeFactory() {
		return AdvisoryLeaseStoreFactory.builder(database().source()).build();
	}

	@Override
	protected StoreTraits traits() {
		return storeFactory().traits();
	}

	@Override
	protected void elapse(Duration duration) throws SQLException {
		super.elapse(duration);
		AdvisoryLocks.endIdle(this.admin);
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		try {
			if (AdvisoryLocks.holder(this.admin, key) != 0) {
				assertThat(AdvisoryLocks.endHolder(this.admin, key)).as("the session has ended").isTrue();
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(AdvisoryOpener.class, List.of(database().remoteUrl(), database().user()));
	}

	/** Opens the store in another JVM. */
	static final class AdvisoryOpener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return AdvisoryLeaseStoreFactory.builder(new DriverConnectionSource(arguments.get(0), arguments.get(1), ""))
				.build()
				.open();
		}

	}

}
