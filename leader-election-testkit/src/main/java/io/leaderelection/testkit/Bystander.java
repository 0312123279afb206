/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * A store to look at records with, before a test lets time pass, as a candidate does that
 * has been waiting all along. For stores that have no clock but what their users have
 * seen: what it observes lets it know when terms end.
 */
public final class Bystander implements LeaseStore {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final LeaseStore store;

	private volatile boolean closed;

	/**
	 * Looks through a store.
	 * @param store the store, closed with this
	 */
	public Bystander(LeaseStore store) {
		this.store = store;
	}

	/**
	 * Looks at records, within 30 seconds, whatever comes of it. Does nothing once this
	 * is closed.
	 * @param keys the records
	 */
	public void look(List<ElectionKey> keys) {
		if (!this.closed) {
			this.store.observe(keys, TIMEOUT);
		}
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return this.store.acquire(batch, timeout);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return this.store.renew(batch, timeout);
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
		return this.store.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.closed = true;
		this.store.close();
	}

}
