/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * The open watches of a store. Their threads start with the first watch.
 */
final class LeaseWatches implements AutoCloseable {

	private final ApiServer server;

	private final Sightings sightings;

	private final FreeLeases free;

	private final TimeSystem time;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("Kubernetes");

	private @Nullable Scheduler scheduler;

	private @Nullable WorkerPool workers;

	LeaseWatches(ApiServer server, Sightings sightings, FreeLeases free, TimeSystem time) {
		this.server = server;
		this.sightings = sightings;
		this.free = free;
		this.time = time;
	}

	Watch subscribe(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("Kubernetes", listener, scheduler(), LeaseWatch.LONGEST_PAUSE),
				(watch) -> watch.start(new LeaseWatch(watch, this.server, namespace, this.sightings, this.free,
						workers(), this.time.ticker())));
	}

	private Scheduler scheduler() {
		Scheduler scheduler = this.scheduler;
		if (scheduler == null) {
			scheduler = this.time.scheduler("leader-election-kubernetes-watch");
			this.scheduler = scheduler;
		}
		return scheduler;
	}

	private WorkerPool workers() {
		WorkerPool workers = this.workers;
		if (workers == null) {
			workers = this.time.workers("leader-election-kubernetes-subscribe", 2);
			this.workers = workers;
		}
		return workers;
	}

	@Override
	public void close() {
		this.watches.close(() -> {
			if (this.scheduler != null) {
				this.scheduler.close();
			}
			if (this.workers != null) {
				this.workers.close();
			}
		});
	}

}
