/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.LeaderChange;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one election: those of the engine, then its own. A listener that is
 * added late is first called with the current term and the known leader.
 */
public final class Audience {

	private final String election;

	private final Delivery.Line line;

	private final AsyncLog log;

	private final Row ofEngine;

	private final Row own = new Row(new Listeners());

	private final AtomicBoolean welcoming = new AtomicBoolean();

	/** Whether there was an event that a late listener may have missed. */
	private volatile boolean begun;

	// Used only by deliveries of the line

	/** The call that reports the current term. */
	private @Nullable Consumer<LeadershipListener> term;

	/** The call that reports the known leader. */
	private @Nullable Consumer<LeadershipListener> leader;

	/**
	 * Creates an audience that has only the listeners of the engine.
	 * @param election the name of the election
	 * @param line delivers the events of the election, in order
	 * @param ofEngine the listeners of the engine
	 * @param log receives exceptions of listeners
	 */
	public Audience(String election, Delivery.Line line, Listeners ofEngine, AsyncLog log) {
		this.election = election;
		this.line = line;
		this.log = log;
		this.ofEngine = new Row(ofEngine);
	}

	/**
	 * Adds a listener of this election.
	 * @param listener the listener
	 * @return removes it
	 */
	public Registration add(LeadershipListener listener) {
		Registration registration = this.own.listeners.add(listener);
		welcome();
		return registration;
	}

	/**
	 * Delivers the events that late listeners have missed. At most one such delivery
	 * waits, for all late listeners, so that none pile up while a listener hangs.
	 */
	public void welcome() {
		if (this.begun && this.welcoming.compareAndSet(false, true)) {
			this.line.execute(() -> {
				this.welcoming.set(false);
				this.ofEngine.welcome();
				this.own.welcome();
			});
		}
	}

	/**
	 * Notifies all listeners of a term that has begun. Returns at once, as do the methods
	 * below.
	 * @param leadership the term
	 */
	public void granted(Leadership leadership) {
		this.begun = true;
		Consumer<LeadershipListener> call = (listener) -> listener.granted(leadership);
		this.line.execute(() -> {
			notifyAll(call);
			this.term = call;
		});
	}

	/**
	 * Notifies all listeners of a term that has ended.
	 * @param revocation the end
	 * @param before runs before the listeners
	 * @param after runs after them, also if this fails
	 */
	public void revoked(Revocation revocation, Runnable before, Runnable after) {
		this.line.execute(() -> {
			try {
				before.run();
				notifyAll((listener) -> listener.revoked(revocation));
				this.term = null;
			}
			finally {
				after.run();
			}
		});
	}

	/**
	 * Notifies all listeners of another leader, or none.
	 * @param change the change
	 */
	public void leaderChanged(LeaderChange change) {
		this.begun = true;
		LeaderChange first = new LeaderChange(this.election, null, change.current());
		this.line.execute(() -> {
			notifyAll((listener) -> listener.leaderChanged(change));
			this.leader = (first.current() != null) ? (listener) -> listener.leaderChanged(first) : null;
		});
	}

	/**
	 * Notifies all listeners, in order, on a thread that may block.
	 * @param call calls a listener
	 */
	public void report(Consumer<LeadershipListener> call) {
		if (!this.own.listeners.isEmpty() || !this.ofEngine.listeners.isEmpty()) {
			this.line.execute(() -> notifyAll(call));
		}
	}

	private void notifyAll(Consumer<LeadershipListener> call) {
		this.ofEngine.notifyAll(call);
		this.own.notifyAll(call);
	}

	private void call(@Nullable Consumer<LeadershipListener> call, LeadershipListener listener) {
		Throwable thrown = (call != null) ? ForeignCode.call(call, listener) : null;
		if (thrown != null) {
			this.log.warn("Listener {} of election '{}' failed", listener.getClass().getName(), this.election, thrown);
		}
	}

	/** Listeners of one kind. */
	private final class Row {

		private final Listeners listeners;

		/** The number of the last listener that is not late any more. */
		private long welcomed;

		Row(Listeners listeners) {
			this.listeners = listeners;
		}

		void welcome() {
			this.listeners.forEach(this::welcome);
		}

		private void welcome(Listeners.Entry entry) {
			if (entry.number > this.welcomed) {
				this.welcomed = entry.number;
				call(Audience.this.term, entry.listener);
				call(Audience.this.leader, entry.listener);
			}
		}

		void notifyAll(Consumer<LeadershipListener> call) {
			this.listeners.forEach((entry) -> {
				welcome(entry);
				call(call, entry.listener);
			});
		}

	}

	/**
	 * Listeners in the order in which they were added, with numbers that rise. Safe to
	 * use from any thread.
	 */
	public static final class Listeners {

		/** Copied on write, so that {@code forEach} allocates nothing. */
		private final CopyOnWriteArrayList<Entry> entries = new CopyOnWriteArrayList<>();

		private long added;

		/**
		 * Adds a listener as the last one.
		 * @param listener the listener
		 * @return removes it
		 */
		public synchronized Registration add(LeadershipListener listener) {
			this.added++;
			Entry entry = new Entry(this.added, listener);
			this.entries.add(entry);
			return () -> this.entries.remove(entry);
		}

		boolean isEmpty() {
			return this.entries.isEmpty();
		}

		void forEach(Consumer<Entry> action) {
			this.entries.forEach(action);
		}

		/** Not a record, because a listener that was added twice is removed once. */
		static final class Entry {

			final long number;

			final LeadershipListener listener;

			private Entry(long number, LeadershipListener listener) {
				this.number = number;
				this.listener = listener;
			}

		}

	}

}
