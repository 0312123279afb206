/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.leaderelection.store.LeaseStore;

/**
 * The open watches of a store, for implementations of {@link LeaseStore}. Each watch is
 * closed once, by itself or with the store. Safe to use from any thread.
 *
 * @param <W> the type of watch, which must not override {@code equals}
 */
public final class OpenWatches<W extends LeaseStore.Watch> {

	private final String store;

	private final List<W> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private boolean closed;

	/**
	 * Creates an object without watches.
	 * @param store the name of the store in messages
	 */
	public OpenWatches(String store) {
		this.store = store;
	}

	/**
	 * Opens a watch, and closes it if it cannot be started.
	 * @param maker creates it, together with shared resources if they are missing. Never
	 * runs in parallel with another maker, nor after the store is closed
	 * @param start starts the watch
	 * @return a watch that closes the opened one; {@link LeaseStore.Watch#NONE} if the
	 * maker returns it, which is not started
	 * @throws IllegalStateException if the store is closed
	 */
	public LeaseStore.Watch open(Supplier<? extends W> maker, Consumer<? super W> start) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The " + this.store + " store is closed");
			}
			W watch = maker.get();
			if (watch.equals(LeaseStore.Watch.NONE)) {
				return watch;
			}
			this.open.add(watch);
			boolean started = false;
			try {
				start.accept(watch);
				started = true;
			}
			finally {
				if (!started) {
					close(watch);
				}
			}
			return () -> close(watch);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Closes all watches, and opens no more. An exception of one watch is thrown after
	 * all are closed.
	 * @param shared closes the shared resources, after the watches. Never runs in
	 * parallel with a maker
	 */
	public void close(Runnable shared) {
		this.lock.lock();
		try {
			this.closed = true;
			try {
				closeAll();
			}
			finally {
				shared.run();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void closeAll() {
		RuntimeException failure = null;
		for (W watch : this.open) {
			try {
				close(watch);
			}
			catch (RuntimeException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private void close(W watch) {
		if (this.open.remove(watch)) {
			watch.close();
		}
	}

}
