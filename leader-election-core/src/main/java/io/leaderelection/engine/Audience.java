/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.LeaderChange;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one election: those of the engine, then its own. A listener that is
 * added late is first called with the current term and the known leader.
 */
final class Audience {

	private static final SafeLogger logger = new SafeLogger(Audience.class);

	private final String election;

	private final EventDispatcher.Line line;

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
	 * @param ofEngine the listeners of the engine
	 */
	Audience(String election, EventDispatcher.Line line, Listeners ofEngine) {
		this.election = election;
		this.line = line;
		this.ofEngine = new Row(ofEngine);
	}

	Registration add(LeadershipListener listener) {
		Registration registration = this.own.listeners.add(listener);
		welcome();
		return registration;
	}

	/**
	 * Delivers the events that late listeners have missed. At most one such delivery
	 * waits, for all late listeners, so that none pile up while a listener hangs.
	 */
	void welcome() {
		if (!this.begun || !this.welcoming.compareAndSet(false, true)) {
			return;
		}
		boolean taken = false;
		try {
			this.line.deliver(() -> {
				this.welcoming.set(false);
				this.ofEngine.welcome();
				this.own.welcome();
			});
			taken = true;
		}
		finally {
			if (!taken) {
				this.welcoming.set(false);
			}
		}
	}

	void granted(Leadership leadership) {
		this.begun = true;
		Consumer<LeadershipListener> call = (listener) -> listener.granted(leadership);
		this.line.deliver(notification(call, () -> this.term = call));
	}

	/**
	 * Returns a notification of the end of the term, to be run by a delivery. Running it
	 * never throws and allocates nothing, so that it works with a full heap.
	 */
	Runnable revocation(Revocation revocation) {
		return notification((listener) -> listener.revoked(revocation), () -> this.term = null);
	}

	void leaderChanged(LeaderChange change) {
		this.begun = true;
		LeaderChange first = new LeaderChange(this.election, null, change.current());
		Consumer<LeadershipListener> known = (first.current() != null) ? (listener) -> listener.leaderChanged(first)
				: null;
		this.line.deliver(notification((listener) -> listener.leaderChanged(change), () -> this.leader = known));
	}

	/** Notifies all listeners, in order, on a thread that may block. Returns at once. */
	void report(Consumer<LeadershipListener> call) {
		if (!this.own.listeners.isEmpty() || !this.ofEngine.listeners.isEmpty()) {
			this.line.deliver(notification(call, () -> {
			}));
		}
	}

	private Runnable notification(Consumer<LeadershipListener> call, Runnable then) {
		Runnable ofEngine = this.ofEngine.notification(call);
		Runnable own = this.own.notification(call);
		return () -> {
			ofEngine.run();
			own.run();
			then.run();
		};
	}

	private void call(@Nullable Consumer<LeadershipListener> call, LeadershipListener listener) {
		Throwable thrown = (call != null) ? ForeignCode.call(call, listener) : null;
		if (thrown != null) {
			log(listener, thrown);
		}
	}

	private void log(LeadershipListener listener, Throwable thrown) {
		try {
			logger.warn("Listener {} of election '{}' failed", listener.getClass().getName(), this.election, thrown);
		}
		catch (Throwable ex) {
			// Logging may fail for lack of memory. The next listener is called
			// nevertheless
		}
	}

	/** Listeners of one kind. */
	private final class Row {

		private final Listeners listeners;

		private final Consumer<Listeners.Entry> welcome = this::welcome;

		/** The number of the last listener that is not late any more. */
		private long welcomed;

		Row(Listeners listeners) {
			this.listeners = listeners;
		}

		void welcome() {
			this.listeners.forEach(this.welcome);
		}

		private void welcome(Listeners.Entry entry) {
			if (entry.number > this.welcomed) {
				this.welcomed = entry.number;
				call(Audience.this.term, entry.listener);
				call(Audience.this.leader, entry.listener);
			}
		}

		Runnable notification(Consumer<LeadershipListener> call) {
			Consumer<Listeners.Entry> welcomed = (entry) -> {
				welcome(entry);
				call(call, entry.listener);
			};
			return () -> this.listeners.forEach(welcomed);
		}

	}

}
