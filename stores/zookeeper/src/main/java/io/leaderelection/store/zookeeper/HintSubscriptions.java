/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a store. Their thread is made with the first of them.
 */
final class HintSubscriptions implements AutoCloseable {

	private final Client client;

	private final NodePaths paths;

	private final Sightings sightings;

	private final TimeSystem time;

	private final List<HintSubscription> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Scheduler scheduler;

	private boolean closed;

	HintSubscriptions(Client client, NodePaths paths, Sightings sightings, TimeSystem time) {
		this.client = client;
		this.paths = paths;
		this.sightings = sightings;
		this.time = time;
	}

	Watch subscribe(String namespace, HintListener listener) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The ZooKeeper store is closed");
			}
			if (this.scheduler == null) {
				this.scheduler = this.time.scheduler("leader-election-zookeeper-watch");
			}
			HintSubscription subscription = new HintSubscription(this.client, this.paths.namespace(namespace), listener,
					this.sightings, this.scheduler);
			this.open.add(subscription);
			subscription.start();
			return () -> {
				if (this.open.remove(subscription)) {
					subscription.close();
				}
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
			this.open.forEach(HintSubscription::close);
			this.open.clear();
			if (this.scheduler != null) {
				this.scheduler.close();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
