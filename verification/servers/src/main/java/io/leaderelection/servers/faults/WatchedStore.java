/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;

/**
 * The only store of a factory, which records the answers. Thread-safe.
 */
final class WatchedStore implements LeaseStore, LeaseStoreFactory {

	private final StoreTraits traits;

	private final LeaseStore store;

	private final AtomicInteger renewals = new AtomicInteger();

	private volatile Duration remaining = Duration.ZERO;

	private volatile boolean notified;

	WatchedStore(LeaseStoreFactory factory) {
		this.traits = factory.traits();
		this.store = factory.open();
	}

	/** Returns how often a term was renewed. */
	int renewals() {
		return this.renewals.get();
	}

	/** Returns the remaining lease in the last answer to an acquire. */
	Duration remaining() {
		return this.remaining;
	}

	/** Whether the store reports that notifications arrive. */
	boolean isNotified() {
		return this.notified;
	}

	@Override
	public StoreTraits traits() {
		return this.traits;
	}

	@Override
	public LeaseStore open() {
		return this;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		List<Outcome.OfAcquire> outcomes = this.store.acquire(batch, timeout);
		for (Outcome.OfAcquire outcome : outcomes) {
			if (outcome instanceof Outcome.Leased held) {
				this.remaining = held.remaining();
			}
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		List<Outcome.OfRenew> outcomes = this.store.renew(batch, timeout);
		outcomes.stream().filter(Outcome.Granted.class::isInstance).forEach((done) -> this.renewals.incrementAndGet());
		return outcomes;
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return this.store.release(batch, timeout);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return this.store.observe(batch, timeout);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.store.watch(namespace, new NotificationListener() {

			@Override
			public void notified(String election) {
				listener.notified(election);
			}

			@Override
			public void live(boolean live) {
				listener.live(live);
				WatchedStore.this.notified = live;
			}

			@Override
			public void disconnected() {
				listener.disconnected();
			}

		});
	}

	@Override
	public void close() {
		this.store.close();
	}

}
