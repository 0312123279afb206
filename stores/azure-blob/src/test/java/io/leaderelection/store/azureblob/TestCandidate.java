/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.servers.SteppedTime;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;
import org.awaitility.Awaitility;

/**
 * A candidate of the tests, with the shortest possible lease.
 */
final class TestCandidate extends StoreCandidate {

	static final Duration LEASE = Duration.ofSeconds(15);

	static final Duration PATIENCE = Duration.ofMinutes(1);

	TestCandidate(LeaseStore store, String name, Duration lease) {
		super(store, name, lease);
	}

	@Override
	public TestCandidate timeout(Duration timeout) {
		super.timeout(timeout);
		return this;
	}

	/**
	 * Repeats an attempt once if the emulator answers with status 400 and no error code.
	 * It did so to a valid request once in some forty runs of all tests.
	 */
	@Override
	public Outcome.OfAcquire acquire(String election) {
		Outcome.OfAcquire outcome = super.acquire(election);
		boolean bare = outcome instanceof Outcome.Unknown unknown
				&& String.valueOf(unknown.cause().getMessage()).endsWith("the service answered 400");
		return bare ? repeat(election) : outcome;
	}

	/** Renews until the outcome is known. */
	Outcome.OfRenew renewWhenReached(String election) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> renew(election), (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

	static TestCandidate open(BlobServiceClient client, String name) {
		return new TestCandidate(AzureBlobLeaseStoreFactory.builder(client).build().open(), name, LEASE);
	}

	static TestCandidate open(String connectionString, String name) {
		return open(BlobRecords.client(connectionString), name);
	}

	/** Opens a candidate with a stepped ticker. */
	static TestCandidate open(String connectionString, String name, SteppedTime time) {
		return new TestCandidate(
				AzureBlobLeaseStoreFactory.builder(BlobRecords.client(connectionString)).build().open(time), name,
				LEASE);
	}

	String leaseId(String election) {
		return renewal(election).nonce().toUuid().toString();
	}

}
