/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

/**
 * Connection source that is another one except for how it opens connections.
 */
abstract class DelegatingSource implements ConnectionSource {

	private final ConnectionSource target;

	DelegatingSource(ConnectionSource target) {
		this.target = target;
	}

	@Override
	public boolean exclusive() {
		return this.target.exclusive();
	}

	@Override
	public String url() {
		return this.target.url();
	}

	@Override
	public String name() {
		return this.target.name();
	}

	/** Waits as a connection attempt does. */
	static void await(CountDownLatch latch) throws SQLException {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLException("Interrupted", ex);
		}
	}

}
