/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

	/** The minimum number of elections in a namespace for a list request. */
	static final int MIN_LISTED = 16;

	private static final Logger logger = LoggerFactory.getLogger(KubernetesLeaseStore.class);

	private final Ticker ticker;

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseCommands commands;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("Kubernetes");

	private final Scheduler watching;

	private final WorkerPool subscribing;

	private final BatchCalls acquires;

	private final BatchCalls renewals;

	private final BatchCalls releases;

	private final BatchCalls observations;

	private volatile boolean closed;

	/**
	 * Opens the store. Its threads start when they are needed.
	 * @param clients opens clients without retries, which are closed with the store
	 */
	KubernetesLeaseStore(Supplier<KubernetesClient> clients, KubernetesStoreSettings settings, TimeSystem time) {
		this.ticker = time.ticker();
		this.server = new ApiServer(clients, settings.namespace());
		this.names = new LeaseNames(settings.namePrefix(), settings.leaseNames());
		LeaseWriter writer = new LeaseWriter(settings.namespace(), this.names, settings.labels(), time.wallClock());
		this.commands = new LeaseCommands(this.server, this.names, new LeaseReader(settings.adoptLeases()), writer,
				new Sightings(time.ticker()));
		this.watching = time.scheduler("leader-election-kubernetes-watch");
		this.subscribing = time.workers("leader-election-kubernetes-subscribe", 2);
		this.acquires = calls(time, "acquire");
		this.renewals = calls(time, "renew");
		this.releases = calls(time, "release");
		this.observations = calls(time, "observe");
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		Map<String, Lease> listed = list(batch.stream().map(Acquire::key).toList(), budget);
		return this.acquires.each(batch, budget,
				(command) -> this.commands.acquire(command, listed.get(this.names.of(command.key())), budget));
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
		Map<String, Lease> listed = list(batch, budget);
		return this.observations.each(batch, budget,
				(key) -> this.commands.observe(key, listed.get(this.names.of(key)), budget));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("Kubernetes", listener, this.watching, LeaseWatch.LONGEST_PAUSE),
				(watch) -> watch.start(
						new LeaseWatch(watch, this.server, namespace, this.commands, this.subscribing, this.ticker)));
	}

	@Override
	public void close() {
		this.closed = true;
		this.watches.close(this.watching::close);
		this.subscribing.close();
		this.acquires.close();
		this.renewals.close();
		this.releases.close();
		this.observations.close();
		this.server.close();
	}

	/**
	 * Lists the objects of namespaces with enough elections, with one request instead of
	 * one for each object.
	 * @return objects by name; an object that is missing here may still exist
	 */
	private Map<String, Lease> list(List<ElectionKey> keys, CallBudget budget) {
		Map<String, Long> namespaces = keys.stream()
			.collect(Collectors.groupingBy(ElectionKey::namespace, Collectors.counting()));
		namespaces.values().removeIf((count) -> count < MIN_LISTED);
		Map<String, Lease> leases = new HashMap<>();
		for (String namespace : namespaces.keySet()) {
			try {
				for (Lease lease : this.server.list(LeaseWriter.selector(namespace), budget).getItems()) {
					leases.put(lease.getMetadata().getName(), lease);
				}
			}
			catch (LeaseStoreException ex) {
				// Each object is then read by itself, which reports the problem if it
				// fails too
				logger.debug("The Lease objects of a namespace cannot be listed", ex);
			}
		}
		return leases;
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
