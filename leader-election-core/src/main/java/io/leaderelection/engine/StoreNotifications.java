/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * The subscription to a store's notifications, from a start to the next stop. Safe to use
 * from any thread.
 */
final class StoreNotifications implements AutoCloseable {

	/** The time from a failure to the next attempt to subscribe. */
	private static final Duration AGAIN = Duration.ofSeconds(10);

	private final LeaseStore store;

	private final String storeName;

	private final String namespace;

	private final ElectionLoop loop;

	private final Receiver receiver;

	/** Watches that nobody needs any more, but which are not closed yet. */
	private final Queue<LeaseStore.Watch> superfluous = new ConcurrentLinkedQueue<>();

	/** The notifications of the current start, until the stop. */
	private @Nullable Notifications current;

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
		election.accept(new Input.WatchLive(this.current != null && this.current.live));
	}

	/** Subscribes on an I/O thread. Returns at once. */
	synchronized void open() {
		this.current = new Notifications();
		look();
	}

	/** Subscribes unless that was done. Called twice a second. */
	synchronized void look() {
		Notifications current = this.current;
		if (current != null && current.isDue()) {
			current.subscribing = true;
			current.isNew = false;
			Runnable subscribe = () -> subscribe(current);
			Throwable refused = ForeignCode.call(this.loop.io()::execute, subscribe);
			if (refused != null) {
				failed(current, refused);
			}
		}
		if (!this.superfluous.isEmpty()) {
			this.loop.io().execute(this::close);
		}
	}

	private void subscribe(Notifications opening) {
		Throwable thrown = ForeignCode.call((store) -> opened(opening, store.watch(this.namespace, opening)),
				this.store);
		if (thrown != null) {
			failed(opening, thrown);
		}
		close();
	}

	@SuppressWarnings("ReferenceEquality") // a subscription is an object
	private synchronized void opened(Notifications opening, LeaseStore.Watch watch) {
		opening.watch = watch;
		opening.subscribing = false;
		if (this.current != opening) {
			this.superfluous.add(watch);
		}
	}

	@SuppressWarnings("ReferenceEquality") // a subscription is an object
	private synchronized void failed(Notifications opening, Throwable cause) {
		opening.subscribing = false;
		opening.subscribeAt = this.loop.time().ticker().nanos() + AGAIN.toNanos();
		if (this.current == opening) {
			this.loop.log()
				.warn("Store '{}' sends no notifications for now, elections poll. Tries again in {} s: {}",
						this.storeName, AGAIN.toSeconds(), cause.toString());
		}
	}

	/**
	 * Ends the subscription at once and not on an I/O thread, where a later start could
	 * come first. Open watches are closed with the next look, so that they do not delay
	 * the handover.
	 */
	synchronized void giveUp() {
		if (this.current != null && this.current.watch != null) {
			this.superfluous.add(this.current.watch);
		}
		this.current = null;
	}

	/** Closes abandoned watches. May take as long as the store does. */
	@Override
	public void close() {
		for (LeaseStore.Watch open = this.superfluous.poll(); open != null; open = this.superfluous.poll()) {
			Throwable thrown = ForeignCode.call(LeaseStore.Watch::close, open);
			if (thrown != null) {
				this.loop.log().warn("The subscription to store '{}' could not be closed", this.storeName, thrown);
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

	/** Passes notifications to the elections while it is the current one. */
	private final class Notifications implements LeaseStore.NotificationListener {

		// Guarded by the outer object

		private LeaseStore.@Nullable Watch watch;

		/** Whether no attempt to subscribe was made. */
		private boolean isNew = true;

		private boolean subscribing;

		/** When to subscribe again, by the ticker. */
		private long subscribeAt;

		/** Whether the subscription is confirmed. */
		private boolean live;

		boolean isDue() {
			return this.watch == null && !this.subscribing
					&& (this.isNew || StoreNotifications.this.loop.time().ticker().nanos() - this.subscribeAt >= 0);
		}

		@Override
		public void notified(String election) {
			StoreNotifications.this.receiver.notified(election);
		}

		@Override
		public void live(boolean live) {
			synchronized (StoreNotifications.this) {
				this.live = live;
				pass(new Input.WatchLive(live));
			}
		}

		@Override
		public void disconnected() {
			synchronized (StoreNotifications.this) {
				pass(new Input.Disconnected());
			}
		}

		private void pass(Input input) {
			if (StoreNotifications.this.current == this) {
				StoreNotifications.this.receiver.requestAll(input);
			}
		}

	}

}
