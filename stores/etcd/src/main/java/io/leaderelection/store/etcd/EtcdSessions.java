/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.List;

import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one session for all calls. After that session is dropped, creates a new one to
 * the next endpoint.
 */
final class EtcdSessions implements AutoCloseable {

	private final EtcdTarget target;

	private @Nullable EtcdSession current;

	private int next;

	private boolean closed;

	EtcdSessions(EtcdTarget target) {
		this.target = target;
	}

	/**
	 * Returns the present session, and creates one if there is none.
	 * @throws LeaseStoreException if a session cannot be created
	 */
	synchronized EtcdSession current() {
		if (this.closed) {
			throw new IllegalStateException("The etcd store is closed");
		}
		if (this.current == null) {
			List<URI> endpoints = this.target.endpoints();
			URI endpoint = endpoints.get(this.next);
			this.next = (this.next + 1) % endpoints.size();
			this.current = new EtcdSession(this.target, endpoint);
		}
		return this.current;
	}

	/** Drops a session. Pending calls of other threads continue. */
	void drop(EtcdSession session) {
		synchronized (this) {
			if (session.equals(this.current)) {
				this.current = null;
			}
		}
		session.retire();
	}

	int endpoints() {
		return this.target.endpoints().size();
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.current != null) {
			this.current.end();
			this.current = null;
		}
	}

}
