/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.StoreOpening;
import org.junit.jupiter.api.Tag;

/**
 * Runs the contract behind a pool of transactions, except for notifications.
 * {@link PgBouncerIT} tests that notifications are not used there.
 */
@Tag("server")
class PgBouncerLeaseStoreIT extends JdbcLeaseStoreContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected LeaseStoreFactory storeFactory() {
		return JdbcLeaseStoreFactory.builder(TestDatabase.pooledPostgres().source()).build();
	}

	@Override
	protected LeaseStore open() {
		return new Unwatched(storeFactory().open());
	}

	@Override
	protected StoreTraits traits() {
		StoreTraits direct = super.traits();
		return new StoreTraits(direct.name(), direct.clock(), direct.smallestLease(), direct.largestLease(),
				direct.sharedLease(), direct.guardLockOutlivesLease(), false, direct.checkpoints());
	}

	@Override
	protected StoreOpening opening() {
		TestDatabase pooled = TestDatabase.pooledPostgres();
		return new StoreOpening(Opener.class, List.of(pooled.remoteUrl(), pooled.user()));
	}

	private record Unwatched(LeaseStore store) implements LeaseStore {

		@Override
		public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
			return this.store.acquire(batch, timeout);
		}

		@Override
		public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			return this.store.renew(batch, timeout);
		}

		@Override
		public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
			return this.store.release(batch, timeout);
		}

		@Override
		public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
			return this.store.observe(batch, timeout);
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener) {
			return Watch.NONE;
		}

		@Override
		public void close() {
			this.store.close();
		}

	}

}
