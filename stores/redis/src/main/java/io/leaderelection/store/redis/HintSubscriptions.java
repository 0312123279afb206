/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a store. Their connector is made with the first of them.
 */
final class HintSubscriptions implements AutoCloseable {

	private final RedisConnectors connectors;

	private final RedisKeys names;

	private final Scheduler scheduler;

	private final RedisTarget target;

	private final List<HintSubscription> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable RedisConnector connector;

	private boolean closed;

	HintSubscriptions(RedisConnectors connectors, RedisKeys names, Scheduler scheduler, RedisTarget target) {
		this.connectors = connectors;
		this.names = names;
		this.scheduler = scheduler;
		this.target = target;
	}

	Watch subscribe(String namespace, HintListener listener) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The Redis store is closed");
			}
			if (this.connector == null) {
				this.connector = this.connectors.open("leader-election-redis-watch");
			}
			HintSubscription subscription = new HintSubscription(this.connector, this.names.channel(namespace),
					listener, this.scheduler, this.target);
			this.open.add(subscription);
			subscription.start();
			return () -> {
				this.open.remove(subscription);
				subscription.close();
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
			if (this.connector != null) {
				this.connector.close();
				this.connector = null;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
