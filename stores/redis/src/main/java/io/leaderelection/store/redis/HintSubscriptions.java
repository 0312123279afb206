/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
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

	private final OpenWatches<ReconnectingWatch> subscriptions = new OpenWatches<>("Redis");

	private @Nullable RedisConnector connector;

	HintSubscriptions(RedisConnectors connectors, RedisKeys names, Scheduler scheduler, RedisTarget target) {
		this.connectors = connectors;
		this.names = names;
		this.scheduler = scheduler;
		this.target = target;
	}

	Watch subscribe(String namespace, HintListener listener) {
		return this.subscriptions.open(
				() -> new ReconnectingWatch("Redis", listener, this.scheduler, HintSubscription.LONGEST_PAUSE),
				(watch) -> watch
					.start(new HintSubscription(watch, connector(), this.names.channel(namespace), this.target)));
	}

	private RedisConnector connector() {
		RedisConnector connector = this.connector;
		if (connector == null) {
			connector = this.connectors.open("leader-election-redis-watch");
			this.connector = connector;
		}
		return connector;
	}

	@Override
	public void close() {
		this.subscriptions.close(() -> {
			if (this.connector != null) {
				this.connector.close();
				this.connector = null;
			}
		});
	}

}
