/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.function.Supplier;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of the API server, and its replacement after several requests in a row that
 * nothing answered. The JDK's client has one thread for all connections: if that meets an
 * {@code OutOfMemoryError}, it ends, and the client accepts requests that it never sends.
 * After a replacement that is not answered either, twice as many requests must stay
 * unanswered: a slow server needs its time for answers, not for new TLS connections.
 * Thread-safe.
 */
final class CurrentClient implements AutoCloseable {

	static final int MAX_UNANSWERED = 3;

	/**
	 * Few, because a client that is broken again answers nothing until it is replaced.
	 */
	private static final int MOST_UNANSWERED = 2 * MAX_UNANSWERED;

	private static final Logger logger = LoggerFactory.getLogger(CurrentClient.class);

	private final Supplier<KubernetesClient> opening;

	private volatile KubernetesClient client;

	private int unanswered;

	private int limit = MAX_UNANSWERED;

	private boolean closed;

	/**
	 * Opens the first client.
	 * @param opening opens a client without retries
	 */
	CurrentClient(Supplier<KubernetesClient> opening) {
		this.opening = opening;
		this.client = opening.get();
	}

	KubernetesClient get() {
		return this.client;
	}

	/** A request ended with an answer, or with a failure other than a timeout. */
	synchronized void answered(KubernetesClient by) {
		if (isCurrent(by)) {
			this.unanswered = 0;
			this.limit = MAX_UNANSWERED;
		}
	}

	/** A request ended with a timeout. */
	void unanswered(KubernetesClient by) {
		int requests;
		synchronized (this) {
			if (this.closed || !isCurrent(by) || ++this.unanswered < this.limit) {
				return;
			}
			requests = this.unanswered;
			this.client = this.opening.get();
			this.unanswered = 0;
			this.limit = Math.min(2 * this.limit, MOST_UNANSWERED);
		}
		logger.debug("{} requests to Kubernetes in a row were not answered, so the client is replaced", requests);
		by.close();
	}

	/** Returns whether a client has not been replaced. */
	@SuppressWarnings("ReferenceEquality") // a replacement is another object
	boolean isCurrent(KubernetesClient other) {
		return other == this.client;
	}

	@Override
	public void close() {
		synchronized (this) {
			this.closed = true;
		}
		this.client.close();
	}

}
