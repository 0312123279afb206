/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store over a service that replaces a value only if nobody has changed it. Safe for
 * use by several threads at once.
 * <p>
 * A lease ends by what an instance has <em>seen</em>: a record that it has read, and that
 * has not changed for the record's lease duration by its own ticker, excludes nobody
 * ({@link StoreTraits.Clock#OBSERVER}). The time counts from the arrival of the answer,
 * which is later than the write, so no clock of a service or of another instance takes
 * part. This is how the leases of Kubernetes and the lock of DynamoDB's client work.
 * <p>
 * A renewal, and an acquire of a record that a watch has shown to be free, are one
 * request. A write whose answer was lost is found by its nonce.
 */
public final class ConditionalStore implements LeaseStore {

	/**
	 * Limits concurrent requests, because each command is a request and the service has
	 * other clients.
	 */
	private static final int CONCURRENT = 8;

	private static final Logger logger = LoggerFactory.getLogger(ConditionalStore.class);

	private final String name;

	private final ConditionalRecords records;

	private final Ticker ticker;

	private final ConditionalCommands commands;

	private final OpenWatches<Watch> watches;

	private final BatchCalls acquires;

	private final BatchCalls renewals;

	private final BatchCalls releases;

	private final BatchCalls observations;

	private volatile boolean closed;

	/**
	 * Creates a store. Its threads start when they are needed.
	 * @param name the name of the store in messages
	 * @param records where it keeps its records, which are closed with the store
	 * @param time the clocks and threads
	 */
	public ConditionalStore(String name, ConditionalRecords records, TimeSystem time) {
		this.name = name;
		this.records = records;
		this.ticker = time.ticker();
		this.commands = new ConditionalCommands(records, new Sightings(time.ticker()));
		this.watches = new OpenWatches<>(name);
		this.acquires = calls(time, "acquire");
		this.renewals = calls(time, "renew");
		this.releases = calls(time, "release");
		this.observations = calls(time, "observe");
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		CallBudget budget = budget(timeout);
		Map<ElectionKey, Stored> read = readAll(batch.stream().map(Acquire::key).toList(), budget);
		return this.acquires.each(batch, budget,
				(command) -> this.commands.acquire(command, read.get(command.key()), budget));
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
		Map<ElectionKey, Stored> read = readAll(batch, budget);
		return this.observations.each(batch, budget, (key) -> this.commands.observe(key, read.get(key), budget));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(() -> this.records.watch(namespace, listener, this.commands::watched), (watch) -> {
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.watches.close(() -> {
		});
		this.acquires.close();
		this.renewals.close();
		this.releases.close();
		this.observations.close();
		this.records.close();
	}

	private Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
		if (keys.size() == 1) {
			return Map.of();
		}
		try {
			return this.records.readAll(keys, budget);
		}
		catch (LeaseStoreException | GarbageRecordException ex) {
			// Each value is then read by itself, which reports the problem if it fails
			// too
			logger.debug("The records cannot be read together", ex);
			return Map.of();
		}
	}

	private CallBudget budget(Duration timeout) {
		if (this.closed) {
			throw new IllegalStateException("The " + this.name + " store is closed");
		}
		return new CallBudget(this.ticker, timeout);
	}

	/**
	 * Creates separate workers for each kind of command, so that slow calls delay no
	 * other kind.
	 */
	private BatchCalls calls(TimeSystem time, String kind) {
		return new BatchCalls(time, "leader-election-" + this.name.toLowerCase(Locale.ROOT) + "-" + kind, CONCURRENT);
	}

}
