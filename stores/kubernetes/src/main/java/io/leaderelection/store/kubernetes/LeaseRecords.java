/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in Lease objects. The version of a value is the object, whose resource version
 * guards each write.
 */
final class LeaseRecords implements ConditionalRecords {

	/** The minimum number of elections in a namespace for a list request. */
	static final int MIN_LISTED = 16;

	private static final Logger logger = LoggerFactory.getLogger(LeaseRecords.class);

	private final Ticker ticker;

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseReader reader;

	private final LeaseWriter writer;

	private final Scheduler watching;

	private final WorkerPool subscribing;

	/**
	 * Creates the records. Threads start when they are needed.
	 * @param clients opens clients without retries, which are closed with the records
	 */
	LeaseRecords(Supplier<KubernetesClient> clients, KubernetesStoreSettings settings, TimeSystem time) {
		this.ticker = time.ticker();
		this.server = new ApiServer(clients, settings.namespace());
		this.names = new LeaseNames(settings.namePrefix(), settings.leaseNames());
		this.reader = new LeaseReader(settings.namespace(), this.names, settings.adoptLeases());
		this.writer = new LeaseWriter(settings.namespace(), this.names, settings.labels(), time.wallClock());
		this.watching = time.scheduler("leader-election-kubernetes-watch");
		this.subscribing = time.workers("leader-election-kubernetes-subscribe", 2);
	}

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		Lease lease = this.server.get(this.names.of(key), budget);
		return (lease != null) ? this.reader.read(lease, key) : null;
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		Lease present = (expected != null) ? (Lease) expected.version() : null;
		TermRecord former = (expected != null) ? expected.record() : null;
		boolean newTerm = former == null || !former.isTerm(record.nonce(), record.token());
		Lease next = this.writer.write(present, key, record, newTerm);
		Lease now = (present != null) ? this.server.update(next, budget) : this.server.create(next, budget);
		return (now != null) ? this.reader.read(now, key) : null;
	}

	/**
	 * Lists the objects of namespaces with enough elections, with one request instead of
	 * one for each object. An object that is garbage is left to be read by itself.
	 */
	@Override
	public Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
		Map<String, List<ElectionKey>> namespaces = keys.stream()
			.collect(Collectors.groupingBy(ElectionKey::namespace));
		namespaces.values().removeIf((elections) -> elections.size() < MIN_LISTED);
		Map<ElectionKey, Stored> read = new HashMap<>();
		namespaces.forEach((namespace, elections) -> {
			Map<String, Lease> listed = list(namespace, budget);
			for (ElectionKey key : elections) {
				Lease lease = listed.get(this.names.of(key));
				Stored stored = (lease != null) ? readListed(lease, key) : null;
				if (stored != null) {
					read.put(key, stored);
				}
			}
		});
		return read;
	}

	private Map<String, Lease> list(String namespace, CallBudget budget) {
		try {
			return this.server.list(LeaseWriter.selector(namespace), budget)
				.getItems()
				.stream()
				.collect(Collectors.toMap((lease) -> lease.getMetadata().getName(), (lease) -> lease));
		}
		catch (LeaseStoreException ex) {
			// Each object is then read by itself, which reports the problem if it fails
			// too
			logger.debug("The Lease objects of a namespace cannot be listed", ex);
			return Map.of();
		}
	}

	private @Nullable Stored readListed(Lease lease, ElectionKey key) {
		try {
			return this.reader.read(lease, key);
		}
		catch (GarbageRecordException ex) {
			logger.debug("A listed Lease cannot be parsed", ex);
			return null;
		}
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener, Changes changes) {
		ReconnectingWatch watch = new ReconnectingWatch("Kubernetes", listener, this.watching,
				LeaseWatch.LONGEST_PAUSE);
		LeaseEvents events = new LeaseEvents(namespace, this.reader, changes);
		watch.start(new LeaseWatch(watch, this.server, events, this.subscribing, this.ticker));
		return watch;
	}

	@Override
	public void close() {
		this.watching.close();
		this.subscribing.close();
		this.server.close();
	}

}
