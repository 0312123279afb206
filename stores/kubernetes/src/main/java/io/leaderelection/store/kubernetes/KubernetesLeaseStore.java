/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import org.jspecify.annotations.Nullable;

/**
 * Lease store for Kubernetes Lease objects. Opened by
 * {@link KubernetesLeaseStoreFactory}.
 * <p>
 * The API server offers neither its clock nor transactions over several objects. Each
 * election is one object, and a command takes one or two requests. A record has expired
 * when this instance has seen it unchanged for the lease duration in the record.
 */
final class KubernetesLeaseStore implements LeaseStore {

	/**
	 * Limits concurrent requests, because each command is a request and the API server
	 * has other clients.
	 */
	static final int CONCURRENT = 8;

	private final Ticker ticker;

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseCommands commands;

	private final LeaseListings listings;

	private final FreeLeases free = new FreeLeases();

	private final LeaseWatches watches;

	private final BatchCalls acquires;

	private final BatchCalls renewals;

	private final BatchCalls releases;

	private final BatchCalls observations;

	private volatile boolean closed;

	/**
	 * Opens the store.
	 * @param clients opens clients without retries, which are closed with the store
	 */
	KubernetesLeaseStore(Supplier<KubernetesClient> clients, KubernetesStoreSettings settings, TimeSystem time) {
		this.ticker = time.ticker();
		this.server = new ApiServer(clients, settings.namespace());
		this.names = new LeaseNames(settings.namePrefix());
		LeaseWriter writer = new LeaseWriter(settings.namespace(), this.names, settings.labels(), time.wallClock());
		Sightings sightings = new Sightings(time.ticker());
		this.commands = new LeaseCommands(this.server, this.names, writer, sightings);
		this.listings = new LeaseListings(this.server);
		this.watches = new LeaseWatches(this.server, sightings, this.free, time);
		this.acquires = calls(time, "acquire");
		this.renewals = calls(time, "renew");
		this.releases = calls(time, "release");
		this.observations = calls(time, "observe");
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		Map<String, Lease> listed = this.listings.of(batch.stream().map(Acquire::key).toList(), budget);
		return this.acquires.each(batch, budget,
				(command) -> this.commands.acquire(command, known(command.key(), listed), budget));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		return this.renewals.each(batch, budget, (command) -> this.commands.renew(command, budget));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		return this.releases.each(batch, budget, (command) -> this.commands.release(command, budget));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		Map<String, Lease> listed = this.listings.of(batch, budget);
		return this.observations.each(batch, budget,
				(key) -> this.commands.observe(key, listed.get(this.names.of(key)), budget));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.subscribe(namespace, listener);
	}

	@Override
	public void close() {
		this.closed = true;
		this.watches.close();
		this.acquires.close();
		this.renewals.close();
		this.releases.close();
		this.observations.close();
		this.server.close();
	}

	private @Nullable Lease known(ElectionKey key, Map<String, Lease> listed) {
		Lease watched = this.free.take(key);
		Lease fresh = listed.get(this.names.of(key));
		return (fresh != null) ? fresh : watched;
	}

	private CallBudget budget(Duration timeout) {
		if (this.closed) {
			throw new IllegalStateException("The Kubernetes store is closed");
		}
		return new CallBudget(this.ticker, timeout);
	}

	/**
	 * Creates separate workers for each kind of command, so that slow calls delay no
	 * other kind.
	 */
	private static BatchCalls calls(TimeSystem time, String kind) {
		return new BatchCalls(time, "leader-election-kubernetes-" + kind, CONCURRENT);
	}

}
