/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * A store that is opened by the first call that finds the database answering. Until then
 * nothing is known. It gives no hints.
 */
final class LateDialectStore implements LeaseStore {

	private final Opening opening;

	private final BoundedCalls calls;

	private volatile @Nullable LeaseStore store;

	private volatile boolean closed;

	LateDialectStore(Opening opening, TimeSystem time) {
		this.opening = opening;
		this.calls = new BoundedCalls("leader-election-jdbc-open", time);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return store(timeout).acquire(batch, timeout);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return store(timeout).renew(batch, timeout);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return store(timeout).release(batch, timeout);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return store(timeout).observe(batch, timeout);
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		return Watch.NONE;
	}

	@Override
	public void close() {
		this.closed = true;
		this.calls.close();
		LeaseStore opened = this.store;
		if (opened != null) {
			opened.close();
		}
	}

	private LeaseStore store(Duration timeout) {
		LeaseStore opened = this.store;
		if (opened != null) {
			return opened;
		}
		if (this.closed) {
			throw new IllegalStateException("The jdbc store is closed");
		}
		try {
			return this.calls.call(timeout, () -> openOnce(timeout));
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException("The database cannot be asked: " + ex, ex);
		}
	}

	/** On the one thread. */
	private LeaseStore openOnce(Duration timeout) throws Exception {
		LeaseStore opened = this.store;
		if (opened == null) {
			opened = this.opening.open(timeout);
			this.store = opened;
			if (this.closed) {
				opened.close();
			}
		}
		return opened;
	}

	/**
	 * Opens the store.
	 */
	interface Opening {

		LeaseStore open(Duration timeout) throws Exception;

	}

}
