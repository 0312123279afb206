/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The watches of a store that are open, for implementations of {@link LeaseStore}. Each
 * is closed once, at its own end or at that of the store. Safe to use from any thread.
 *
 * @param <W> the kind of watch
 */
public final class OpenWatches<W extends LeaseStore.Watch> {

	private final String store;

	private final List<W> open = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private boolean closed;

	/**
	 * Begins without any.
	 * @param store names the store in messages
	 */
	public OpenWatches(String store) {
		this.store = store;
	}

	/**
	 * Opens a watch.
	 * @param maker makes it, and what it shares with others if that is missing; one at a
	 * time, and never once the store is closed
	 * @param start starts it
	 * @return closes it
	 * @throws IllegalStateException if the store is closed
	 */
	public LeaseStore.Watch open(Supplier<? extends W> maker, Consumer<? super W> start) {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The " + this.store + " store is closed");
			}
			W watch = maker.get();
			this.open.add(watch);
			start.accept(watch);
			return () -> close(watch);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Closes all, and opens no more.
	 * @param shared closes what they share, behind them
	 */
	public void close(Runnable shared) {
		this.lock.lock();
		try {
			this.closed = true;
			this.open.forEach(this::close);
			shared.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void close(W watch) {
		if (this.open.remove(watch)) {
			watch.close();
		}
	}

}
