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
 * The notifications a store gives from a start to the next stop. Safe to use from any
 * thread, but for what says otherwise.
 */
final class StoreNotifications implements AutoCloseable {

	private static final SafeLogger logger = new SafeLogger(StoreNotifications.class);

	/** How long after a failure a subscription is tried again. */
	private static final Duration AGAIN = Duration.ofSeconds(10);

	private final LeaseStore store;

	private final String storeName;

	private final String namespace;

	private final ElectionLoop loop;

	private final Receiver receiver;

	private LeaseStore.@Nullable Watch watch;

	/** Those of the present start, until the stop. */
	private volatile @Nullable Notifications notifications;

	private final Queue<LeaseStore.Watch> givenUp = new ConcurrentLinkedQueue<>();

	/** Whether notifications are known to come. */
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

	/** Says whether notifications are known to come, before anything newer is said. */
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
			logger.warn("Store '{}' gives no notifications for now, elections poll. Tries again in {} s: {}",
					this.storeName, AGAIN.toSeconds(), cause.toString());
		}
	}

	/** With each heartbeat: whatever failed is tried again. */
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
	 * At once and not on an I/O thread, where a later start could come first. Open
	 * watches are closed with the next heartbeat: until then the handover has the
	 * processor to itself, which in a new process it needs.
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

	/** Closes what was given up. May take as long as the store does. */
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
		 * Something may have changed. On any thread; must return at once.
		 * @param election the name of the election
		 */
		void notified(String election);

		/**
		 * All elections are to take an input. On any thread; must return at once.
		 * @param input the input
		 */
		void requestAll(Input input);

	}

	/** Brings notifications to the elections. */
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
