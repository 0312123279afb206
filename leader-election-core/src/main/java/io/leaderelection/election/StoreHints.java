/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.store.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hints a store gives from a start to the next stop. Safe to use from any thread, but
 * for what says otherwise.
 */
final class StoreHints implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(StoreHints.class);

	private final LeaseStore store;

	private final String storeName;

	private final String namespace;

	private final ElectionLoop loop;

	private final Receiver receiver;

	private LeaseStore.@Nullable Watch watch;

	/** Those of the present start, until the stop. */
	private volatile @Nullable Hints hints;

	private final Queue<LeaseStore.Watch> givenUp = new ConcurrentLinkedQueue<>();

	/** Touched by the loop alone. */
	private boolean live;

	StoreHints(LeaseStore store, String storeName, String namespace, ElectionLoop loop, Receiver receiver) {
		this.store = store;
		this.storeName = storeName;
		this.namespace = namespace;
		this.loop = loop;
		this.receiver = receiver;
	}

	/** Whether hints are known to come. On the loop. */
	boolean isLive() {
		return this.live;
	}

	/** Returns at once. */
	synchronized void open() {
		Hints opening = new Hints();
		this.hints = opening;
		this.loop.executeIo(() -> open(opening));
	}

	private void open(Hints opening) {
		LeaseStore.Watch opened;
		try {
			opened = this.store.watch(this.namespace, opening);
		}
		catch (RuntimeException ex) {
			logger.warn("Store '{}' gives no hints, elections poll: {}", this.storeName, ex.toString());
			return;
		}
		LeaseStore.Watch superfluous = opened;
		synchronized (this) {
			if (opening.isCurrent()) {
				this.watch = opened;
				superfluous = LeaseStore.Watch.NONE;
			}
		}
		superfluous.close();
	}

	/** At once and not on an I/O thread, where a later start could come first. */
	synchronized void giveUp() {
		this.hints = null;
		this.loop.execute(() -> this.live = false);
		if (this.watch != null) {
			this.givenUp.add(this.watch);
			this.watch = null;
			this.loop.executeIo(this::close);
		}
	}

	/** Closes what was given up. May take as long as the store does. */
	@Override
	public void close() {
		for (LeaseStore.Watch open = this.givenUp.poll(); open != null; open = this.givenUp.poll()) {
			open.close();
		}
	}

	/** Who is told. */
	interface Receiver {

		/**
		 * Something may have changed. On any thread; must return at once.
		 * @param election the name of the election
		 */
		void hint(String election);

		/**
		 * All elections are to take an input. On the loop.
		 * @param input the input
		 */
		void feedAll(Input input);

	}

	/** Brings hints to the loop. */
	private final class Hints implements LeaseStore.HintListener {

		@Override
		public void hint(String election) {
			StoreHints.this.receiver.hint(election);
		}

		@Override
		public void live(boolean live) {
			StoreHints.this.loop.execute(() -> {
				if (isCurrent()) {
					StoreHints.this.live = live;
					StoreHints.this.receiver.feedAll(new Input.WatchLive(live));
				}
			});
		}

		@Override
		public void doubt() {
			StoreHints.this.loop.execute(() -> {
				if (isCurrent()) {
					StoreHints.this.receiver.feedAll(new Input.Doubt());
				}
			});
		}

		boolean isCurrent() {
			return StoreHints.this.hints == this;
		}

	}

}
