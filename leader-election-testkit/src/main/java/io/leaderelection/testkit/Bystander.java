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
 * A store that observes records before a test lets time pass, like a candidate that
 * waits. For stores without a clock: only a store that observed a record before knows
 * when its term ends.
 */
public final class Bystander implements LeaseStore {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final LeaseStore store;

	private volatile boolean closed;

	/**
	 * Wraps a store.
	 * @param store the store, closed with this
	 */
	public Bystander(LeaseStore store) {
		this.store = store;
	}

	/**
	 * Observes records, with a timeout of 30 seconds, and ignores the outcome. Does
	 * nothing once this is closed.
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
