/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.TimeSystem;

/**
 * Elections over the rows of a table. Opened by {@link JdbcLeaseStoreFactory}.
 */
final class JdbcLeaseStore implements LeaseStore {

	JdbcLeaseStore(ConnectionSource source, JdbcDialect dialect, JdbcTables tables, TimeSystem time) {
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		throw new UnsupportedOperationException("in the making");
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		throw new UnsupportedOperationException("in the making");
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		throw new UnsupportedOperationException("in the making");
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		throw new UnsupportedOperationException("in the making");
	}

	@Override
	public Watch watch(String namespace, HintListener listener) {
		return Watch.NONE;
	}

}
