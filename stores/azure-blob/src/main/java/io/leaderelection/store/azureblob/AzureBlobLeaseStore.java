/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Elections over Azure Blob Storage. Opened by {@link AzureBlobLeaseStoreFactory}.
 * <p>
 * The lease of a blob, whose id is the nonce of the term, keeps others out, and the
 * service counts its time. The blob's metadata is the record, which each renewal touches:
 * it tells how long the term may be believed if its lease is removed by force.
 */
final class AzureBlobLeaseStore implements LeaseStore {

	private static final int LANES = 16;

	private final BlobContainerAsyncClient container;

	private final Ticker ticker;

	private final BoundedCalls renewals;

	private final BoundedCalls others;

	private final Map<ElectionKey, BlobElection> elections = new ConcurrentHashMap<>();

	AzureBlobLeaseStore(BlobContainerAsyncClient container, TimeSystem time) {
		this.container = container;
		this.ticker = time.ticker();
		// Apart, so that nothing makes a renewal wait
		this.renewals = new BoundedCalls(time.workers("leader-election-azure-blob-renew", LANES), LANES);
		this.others = new BoundedCalls(time.workers("leader-election-azure-blob", LANES), LANES);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(this.others, batch, timeout, Acquire::key, Outcome.Unknown::new,
				(election, call) -> new Acquisition(election, call.command(), call.budget()).run());
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(this.renewals, batch, timeout, Renew::key, Outcome.Unknown::new,
				(election, call) -> new Renewal(election, call.command(), call.budget()).run());
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(this.others, batch, timeout, Release::key, Outcome.Unknown::new,
				(election, call) -> new Surrender(election, call.command(), call.budget()).run());
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(this.others, batch, timeout, Function.identity(), Outcome.Unknown::new,
				(election, call) -> election.observe(call.budget()));
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		return Watch.NONE;
	}

	@Override
	public void close() {
		this.renewals.close();
		this.others.close();
	}

	private <C, O extends Outcome> List<O> each(BoundedCalls calls, List<C> batch, Duration timeout,
			Function<C, ElectionKey> key, Function<Throwable, ? extends O> unknown,
			BiFunction<BlobElection, Call<C>, O> rule) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		List<@Nullable O> outcomes = calls.each(batch, (command) -> {
			try {
				return rule.apply(election(key.apply(command)), new Call<>(command, budget));
			}
			catch (Throwable ex) {
				return unknown.apply(ex);
			}
		}, budget);
		List<O> all = new ArrayList<>(batch.size());
		for (int i = 0; i < batch.size(); i++) {
			O outcome = outcomes.get(i);
			all.add((outcome != null) ? outcome : unknown.apply(AzureBlobFailures.late("finish the command for",
					election(key.apply(batch.get(i))).blob().place(), budget)));
		}
		return all;
	}

	private BlobElection election(ElectionKey key) {
		return this.elections.computeIfAbsent(key,
				(absent) -> new BlobElection(new RecordBlob(this.container, absent), this.ticker));
	}

	/**
	 * A command and the time it has.
	 */
	private record Call<C>(C command, CallBudget budget) {

	}

}
