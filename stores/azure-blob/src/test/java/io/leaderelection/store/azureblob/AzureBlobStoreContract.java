/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.Ticker;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract on an Azurite. Leases take their time: the tests wait side by side.
 */
@Execution(ExecutionMode.CONCURRENT)
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
		long seconds = duration.plusSeconds(1).minusNanos(1).toSeconds();
		Ticker ticker = Ticker.system();
		long began = ticker.nanos();
		Awaitility.await()
			.pollDelay(Duration.ofSeconds(seconds))
			.atMost(Duration.ofSeconds(2 * seconds + 60))
			.until(() -> ticker.nanos() - began >= TimeUnit.SECONDS.toNanos(seconds));
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
		records().notBefore(key, fromNow);
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
