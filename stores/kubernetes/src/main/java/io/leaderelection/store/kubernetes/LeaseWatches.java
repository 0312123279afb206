/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a store. Their threads begin with the first of them.
 */
final class LeaseWatches implements AutoCloseable {

	private final ApiServer server;

	private final Sightings sightings;

	private final FreeLeases free;

	private final TimeSystem time;

	private final List<LeaseWatch> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Scheduler scheduler;

	private @Nullable WorkerPool workers;

	private boolean closed;

	LeaseWatches(ApiServer server, Sightings sightings, FreeLeases free, TimeSystem time) {
		this.server = server;
		this.sightings = sightings;
		this.free = free;
		this.time = time;
	}

	Watch subscribe(String namespace, HintListener listener) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The Kubernetes store is closed");
			}
			if (this.scheduler == null) {
				this.scheduler = this.time.scheduler("leader-election-kubernetes-watch");
			}
			if (this.workers == null) {
				this.workers = this.time.workers("leader-election-kubernetes-subscribe", 2);
			}
			LeaseWatch watch = new LeaseWatch(this.server, namespace, listener, this.sightings, this.free,
					this.scheduler, this.workers, this.time.ticker());
			this.open.add(watch);
			watch.start();
			return () -> {
				this.open.remove(watch);
				watch.close();
			};
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.open.forEach(LeaseWatch::close);
			if (this.scheduler != null) {
				this.scheduler.close();
			}
			if (this.workers != null) {
				this.workers.close();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
