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
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;

/**
 * The store contract on an Azurite whose clock is stepped together with that of the
 * stores, because leases take at least 15 s.
 */
abstract class AzureBlobStoreContract extends LeaseStoreContract {

	private final SteppedTime time = new SteppedTime(AzuriteServer.SLOWER);

	abstract AzuriteServer server();

	private AzureBlobLeaseStoreFactory factory() {
		return AzureBlobLeaseStoreFactory.builder(BlobRecords.client(server().connectionString())).build();
	}

	LeaseStore open(SteppedTime time) {
		return factory().open(time);
	}

	private BlobRecords records() {
		return BlobRecords.of(server());
	}

	@Override
	protected LeaseStore open() {
		return open(this.time);
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	/** Rounds up to whole seconds, the unit of the service's clock. */
	@Override
	protected void elapse(Duration duration) {
		Duration seconds = Duration.ofSeconds(duration.plusSeconds(1).minusNanos(1).toSeconds());
		this.time.step(seconds);
		server().elapse(seconds);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		records().writeGarbage(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		records().delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		records().setField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		records().setField(key, "checkpoints", "broken");
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
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
