/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;

/**
 * The subscriptions of a store, over sessions of their own.
 */
final class NamespaceWatches implements AutoCloseable {

	private final EtcdSessions sessions;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final Scheduler scheduler;

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("etcd");

	NamespaceWatches(EtcdTarget target, EtcdKeys names, ElectionViews views, Scheduler scheduler) {
		this.sessions = new EtcdSessions(target);
		this.names = names;
		this.views = views;
		this.scheduler = scheduler;
	}

	Watch subscribe(String namespace, HintListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("etcd", listener, this.scheduler, NamespaceWatch.LONGEST_PAUSE),
				(watch) -> watch.start(
						new NamespaceWatch(watch, this.sessions, this.names, this.views, namespace, this.scheduler)));
	}

	@Override
	public void close() {
		this.watches.close(this.sessions::close);
	}

}
