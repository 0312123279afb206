/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.leaderelection.protocol.Input;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * The subscription to a store's notifications, from a start to the next stop. Safe to use
 * from any thread.
 */
final class StoreNotifications implements AutoCloseable {

	private static final SafeLogger logger = new SafeLogger(StoreNotifications.class);

	/** The time from a failure to the next attempt to subscribe. */
	private static final Duration AGAIN = Duration.ofSeconds(10);

	private final LeaseStore store;

	private final String storeName;

	private final String namespace;

	private final ElectionLoop loop;

	private final Receiver receiver;

	private LeaseStore.@Nullable Watch watch;

	/** The notifications of the current start, until the stop. */
	private volatile @Nullable Notifications notifications;

	private final Queue<LeaseStore.Watch> givenUp = new ConcurrentLinkedQueue<>();

	/** Whether the subscription is confirmed. */
	private boolean live;

	/** When to subscribe again after a failure, by the ticker. */
	private volatile @Nullable Long againAt;

	StoreNotifications(LeaseStore store, String storeName, String namespace, ElectionLoop loop, Receiver receiver) {
		this.store = store;
		this.storeName = storeName;
		this.namespace = namespace;
		this.loop = loop;
		this.receiver = receiver;
	}

	/**
	 * Passes the current state of the subscription to a new election, before any newer
	 * state.
	 */
	synchronized void introduce(Consumer<Input> election) {
		election.accept(new Input.WatchLive(this.live));
	}

	/** Returns at once. */
	synchronized void open() {
		Notifications opening = new Notifications();
		this.notifications = opening;
		open(opening);
	}

	private void open(Notifications opening) {
		try {
			this.loop.executeIo(() -> subscribe(opening));
		}
		catch (Throwable ex) {
			failed(opening, ex);
		}
	}

	private void subscribe(Notifications opening) {
		try {
			LeaseStore.Watch superfluous = this.store.watch(this.namespace, opening);
			synchronized (this) {
				if (opening.isCurrent()) {
					this.watch = superfluous;
					superfluous = LeaseStore.Watch.NONE;
				}
			}
			superfluous.close();
		}
		catch (Throwable ex) {
			failed(opening, ex);
		}
	}

	private synchronized void failed(Notifications opening, Throwable cause) {
		if (opening.isCurrent() && this.watch == null) {
			this.againAt = this.loop.time().ticker().nanos() + AGAIN.toNanos();
			logger.warn("Store '{}' sends no notifications for now, elections poll. Tries again in {} s: {}",
					this.storeName, AGAIN.toSeconds(), cause.toString());
		}
	}

	/** Called with each heartbeat: tries again what failed. */
	void tryAgain() {
		Long againAt = this.againAt;
		Notifications opening = this.notifications;
		if (againAt != null && opening != null && this.loop.time().ticker().nanos() - againAt >= 0) {
			this.againAt = null;
			open(opening);
		}
		if (!this.givenUp.isEmpty()) {
			closeSoon();
		}
	}

	/**
	 * Ends the subscription at once and not on an I/O thread, where a later start could
	 * come first. Open watches are closed with the next heartbeat, so that they do not
	 * delay the handover.
	 */
	synchronized void giveUp() {
		this.notifications = null;
		this.againAt = null;
		this.live = false;
		if (this.watch != null) {
			this.givenUp.add(this.watch);
			this.watch = null;
		}
	}

	private void closeSoon() {
		try {
			this.loop.executeIo(this::close);
		}
		catch (Throwable ex) {
			// The next heartbeat tries again
		}
	}

	/** Closes abandoned watches. May take as long as the store does. */
	@Override
	public void close() {
		for (LeaseStore.Watch open = this.givenUp.poll(); open != null; open = this.givenUp.poll()) {
			try {
				open.close();
			}
			catch (Throwable ex) {
				logger.warn("The subscription to store '{}' could not be closed", this.storeName, ex);
			}
		}
	}

	/** The candidates that are notified. */
	interface Receiver {

		/**
		 * Called when the record of an election may have changed. On any thread; must
		 * return at once.
		 * @param election the name of the election
		 */
		void notified(String election);

		/**
		 * Passes an input to all elections. On any thread; must return at once.
		 * @param input the input
		 */
		void requestAll(Input input);

	}

	/** Passes notifications to the elections. */
	private final class Notifications implements LeaseStore.NotificationListener {

		@Override
		public void notified(String election) {
			StoreNotifications.this.receiver.notified(election);
		}

		@Override
		public void live(boolean live) {
			synchronized (StoreNotifications.this) {
				if (isCurrent()) {
					StoreNotifications.this.live = live;
					StoreNotifications.this.receiver.requestAll(new Input.WatchLive(live));
				}
			}
		}

		@Override
		public void disconnected() {
			synchronized (StoreNotifications.this) {
				if (isCurrent()) {
					StoreNotifications.this.receiver.requestAll(new Input.Disconnected());
				}
			}
		}

		boolean isCurrent() {
			return StoreNotifications.this.notifications == this;
		}

	}

}
