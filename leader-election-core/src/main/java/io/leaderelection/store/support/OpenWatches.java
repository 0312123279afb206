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
 * The watches of a store that are open, for implementations of {@link LeaseStore}. Each
 * is closed once, at its own end or at that of the store. Safe to use from any thread.
 *
 * @param <W> the kind of watch; equal to itself alone
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
	 * Opens a watch. One that cannot be started is closed.
	 * @param maker makes it, and what it shares with others if that is missing. Never
	 * runs beside another, nor once the store is closed
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
			try {
				start.accept(watch);
			}
			catch (Throwable ex) {
				close(watch);
				throw ex;
			}
			return () -> close(watch);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Closes all, and opens no more. An exception of one keeps no other open, and is
	 * thrown at the end.
	 * @param shared closes what they share, behind them. Runs beside no maker
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
		Throwable failure = null;
		for (W watch : this.open) {
			try {
				close(watch);
			}
			catch (Throwable ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw OpenWatches.<RuntimeException>sneaky(failure);
		}
	}

	/** Other code may throw what it does not declare. */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
		throw (T) thrown;
	}

	private void close(W watch) {
		if (this.open.remove(watch)) {
			watch.close();
		}
	}

}
