/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.LeaseStore.HintListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;

/**
 * The subscriptions of a store, over sessions of their own.
 */
final class NamespaceWatches implements AutoCloseable {

	private final EtcdSessions sessions;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final Scheduler scheduler;

	private final List<NamespaceWatch> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private boolean closed;

	NamespaceWatches(EtcdTarget target, EtcdKeys names, ElectionViews views, Scheduler scheduler) {
		this.sessions = new EtcdSessions(target);
		this.names = names;
		this.views = views;
		this.scheduler = scheduler;
	}

	Watch subscribe(String namespace, HintListener listener) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The etcd store is closed");
			}
			NamespaceWatch watch = new NamespaceWatch(this.sessions, this.names, this.views, namespace, listener,
					this.scheduler);
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
			this.open.forEach(NamespaceWatch::close);
			this.sessions.close();
		}
		finally {
			this.lock.unlock();
		}
	}

}
