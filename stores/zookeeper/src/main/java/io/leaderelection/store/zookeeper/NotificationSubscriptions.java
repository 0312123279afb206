/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * The open watches of a store. Their thread starts with the first watch.
 */
final class NotificationSubscriptions implements AutoCloseable {

	private final Client client;

	private final NodePaths paths;

	private final Sightings sightings;

	private final TimeSystem time;

	private final OpenWatches<ReconnectingWatch> subscriptions = new OpenWatches<>("ZooKeeper");

	private @Nullable Scheduler scheduler;

	NotificationSubscriptions(Client client, NodePaths paths, Sightings sightings, TimeSystem time) {
		this.client = client;
		this.paths = paths;
		this.sightings = sightings;
		this.time = time;
	}

	Watch subscribe(String namespace, NotificationListener listener) {
		return this.subscriptions.open(
				() -> new ReconnectingWatch("ZooKeeper", listener, scheduler(), NotificationSubscription.LONGEST_PAUSE),
				(watch) -> watch.start(new NotificationSubscription(watch, this.client, this.paths.namespace(namespace),
						listener, this.sightings)
					.listening()));
	}

	private Scheduler scheduler() {
		Scheduler scheduler = this.scheduler;
		if (scheduler == null) {
			scheduler = this.time.scheduler("leader-election-zookeeper-watch");
			this.scheduler = scheduler;
		}
		return scheduler;
	}

	@Override
	public void close() {
		this.subscriptions.close(() -> {
			if (this.scheduler != null) {
				this.scheduler.close();
			}
		});
	}

}
