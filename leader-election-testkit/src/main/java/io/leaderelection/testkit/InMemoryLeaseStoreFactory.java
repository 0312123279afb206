/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.WallClock;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Factory of stores in memory. All stores of one factory share its records, so that the
 * candidates of a test exclude each other. Safe to use from any thread.
 */
public final class InMemoryLeaseStoreFactory implements LeaseStoreFactory {

	private static final StoreTraits TRAITS = new StoreTraits("in-memory", StoreTraits.Clock.STORE,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, true, true);

	private final WallClock clock;

	private final Map<ElectionKey, InMemoryRecord> records = new HashMap<>();

	private final Set<ElectionKey> garbage = new HashSet<>();

	private final CopyOnWriteArrayList<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	private volatile Function<Command, @Nullable Throwable> failures = (command) -> null;

	/**
	 * Creates a factory without records.
	 * @param clock the clock that decides expiry
	 */
	public InMemoryLeaseStoreFactory(WallClock clock) {
		this.clock = clock;
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	@Override
	public InMemoryLeaseStore open() {
		return new InMemoryLeaseStore(this);
	}

	/**
	 * Deletes the record of an election, like an operator or a restored backup.
	 * @param key the election
	 */
	public synchronized void deleteRecord(ElectionKey key) {
		this.garbage.remove(key);
		this.records.remove(key);
	}

	/**
	 * Makes the record of an election unreadable until it is deleted.
	 * @param key the election
	 */
	public synchronized void writeGarbage(ElectionKey key) {
		this.garbage.add(key);
	}

	/**
	 * Changes the not-before of an existing record, as if a former leader could still
	 * believe that it leads.
	 * @param key the election
	 * @param fromNow how long its leader must still wait
	 * @throws IllegalStateException if there is no record
	 */
	public void writeNotBefore(ElectionKey key, Duration fromNow) {
		change(key, (record) -> record.withNotBefore(now() + fromNow.toMillis()));
	}

	/**
	 * Changes the checkpoints of an existing record.
	 * @param key the election
	 * @param checkpoints the checkpoints, which may be broken
	 * @throws IllegalStateException if there is no record
	 */
	public void writeCheckpoints(ElectionKey key, Checkpoints checkpoints) {
		change(key, (record) -> record.with(checkpoints));
	}

	private synchronized void change(ElectionKey key, UnaryOperator<InMemoryRecord> change) {
		InMemoryRecord record = this.records.get(key);
		if (record == null) {
			throw new IllegalStateException("There is no record of election " + key);
		}
		this.records.put(key, change.apply(record));
	}

	/**
	 * Returns the record of an election.
	 * @param key the election
	 * @return the record, live or not, or {@code null} if there is none
	 */
	public synchronized @Nullable TermRecord record(ElectionKey key) {
		InMemoryRecord record = this.records.get(key);
		return (record != null) ? record.term() : null;
	}

	/**
	 * Replaces the record of an election, as another instance could. Its lease begins
	 * now.
	 * @param key the election
	 * @param change gets the record, or {@code null} if there is none; returns its
	 * replacement, or {@code null} to leave it
	 */
	public synchronized void writeRecord(ElectionKey key, Function<@Nullable TermRecord, @Nullable TermRecord> change) {
		TermRecord replacement = change.apply(record(key));
		if (replacement != null) {
			write(key, replacement);
		}
	}

	/**
	 * Decides for each command of all stores whether it is carried out.
	 * @param failures returns the cause of the command's {@link Outcome.Unknown}, or
	 * {@code null} to carry the command out; may change records
	 */
	public void failCommands(Function<Command, @Nullable Throwable> failures) {
		this.failures = failures;
	}

	@Nullable Throwable failure(Command command) {
		return this.failures.apply(command);
	}

	long now() {
		return this.clock.millis();
	}

	synchronized @Nullable InMemoryRecord read(ElectionKey key) {
		if (this.garbage.contains(key)) {
			throw new GarbageRecordException(
					"The record of election " + key + " in memory is garbage. Remedy: delete it");
		}
		return this.records.get(key);
	}

	synchronized void write(ElectionKey key, TermRecord record) {
		this.records.put(key, InMemoryRecord.of(record, now()));
	}

	/**
	 * Notifies the subscribers of an election, as a release does.
	 * @param key the election
	 */
	public void notifyListeners(ElectionKey key) {
		for (Subscription subscription : this.subscriptions) {
			if (subscription.namespace().equals(key.namespace())) {
				subscription.listener().notified(key.election());
			}
		}
	}

	/** Returns the number of subscriptions that get notifications. */
	int subscriptions() {
		return this.subscriptions.size();
	}

	Watch watch(String namespace, NotificationListener listener) {
		Subscription subscription = new Subscription(namespace, listener, new Object());
		this.subscriptions.add(subscription);
		listener.live(true);
		return () -> {
			if (this.subscriptions.remove(subscription)) {
				listener.live(false);
			}
		};
	}

	/**
	 * A subscription; the identity distinguishes two subscriptions of the same listener.
	 */
	private record Subscription(String namespace, NotificationListener listener, Object identity) {
	}

}
