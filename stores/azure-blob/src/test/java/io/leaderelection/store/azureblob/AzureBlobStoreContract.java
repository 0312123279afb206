/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;

/**
 * The contract on an Azurite whose clock is stepped: it counts leases of 15 s and more.
 */
abstract class AzureBlobStoreContract extends LeaseStoreContract {

	abstract AzuriteServer server();

	LeaseStoreFactory factory() {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server().connectionString())).build();
	}

	private BlobRecords records() {
		return BlobRecords.of(server());
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	/** Whole seconds, since the service tells its time in these. */
	@Override
	protected void elapse(Duration duration) {
		server().elapse(Duration.ofSeconds(duration.plusSeconds(1).minusNanos(1).toSeconds()));
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		records().garble(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		records().delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		records().setField(key, "notbefore", Long.toString(server().now() + fromNow.toMillis()));
	}

	@Override
	protected void loseHold(ElectionKey key) {
		records().breakLease(key);
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(server().connectionString()));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(arguments.get(0))).build().open();
		}

	}

}
