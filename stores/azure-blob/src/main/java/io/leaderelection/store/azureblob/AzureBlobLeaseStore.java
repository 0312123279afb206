/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.BatchCalls;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;

/**
 * Lease store for Azure Blob Storage. Opened by {@link AzureBlobLeaseStoreFactory}.
 * <p>
 * The lease of a blob prevents other candidates from acquiring the term. Its id is the
 * nonce of the term, and the service measures its time. The content of the blob is the
 * record, which each renewal writes again: it shows how long the term may still be valid
 * if somebody breaks the lease.
 */
final class AzureBlobLeaseStore implements LeaseStore {

	private static final int LANES = 16;

	private final BlobContainerAsyncClient container;

	private final Ticker ticker;

	private final BatchCalls renewals;

	private final BatchCalls others;

	private final Map<ElectionKey, BlobElection> elections = new ConcurrentHashMap<>();

	AzureBlobLeaseStore(BlobContainerAsyncClient container, TimeSystem time) {
		this.container = container;
		this.ticker = time.ticker();
		// Separate lanes, so that no other call delays a renewal
		this.renewals = new BatchCalls(time, "leader-election-azure-blob-renew", LANES);
		this.others = new BatchCalls(time, "leader-election-azure-blob", LANES);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		return this.others.each(batch, budget,
				(command) -> new Acquisition(election(command.key()), command, budget).run());
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		return this.renewals.each(batch, budget, (command) -> election(command.key()).renew(command, budget));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		return this.others.each(batch, budget, (command) -> election(command.key()).release(command, budget));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		return this.others.each(batch, budget, (key) -> election(key).observe(budget));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return Watch.NONE;
	}

	@Override
	public void close() {
		this.renewals.close();
		this.others.close();
	}

	private BlobElection election(ElectionKey key) {
		return this.elections.computeIfAbsent(key,
				(absent) -> new BlobElection(new RecordBlob(this.container, absent), this.ticker));
	}

}
