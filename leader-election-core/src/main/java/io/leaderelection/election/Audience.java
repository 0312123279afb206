/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;

/**
 * Those who hear of one election: the listeners of the engine, then its own.
 */
final class Audience {

	private static final SafeLogger logger = new SafeLogger(Audience.class);

	private final String election;

	private final EventDispatcher.Line line;

	private final List<LeadershipListener> engineListeners;

	private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	Audience(String election, EventDispatcher.Line line, List<LeadershipListener> engineListeners) {
		this.election = election;
		this.line = line;
		this.engineListeners = engineListeners;
	}

	Registration add(LeadershipListener listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

	/** Notifies all, in order, on a thread that may be held up. Returns at once. */
	void tell(Consumer<LeadershipListener> call) {
		if (!this.listeners.isEmpty() || !this.engineListeners.isEmpty()) {
			this.line.deliver(() -> tellNow(call));
		}
	}

	/** As {@link #tell(Consumer)}, on the calling thread. Never throws. */
	void tellNow(Consumer<LeadershipListener> call) {
		for (LeadershipListener listener : this.engineListeners) {
			tell(listener, call);
		}
		for (LeadershipListener listener : this.listeners) {
			tell(listener, call);
		}
	}

	private void tell(LeadershipListener listener, Consumer<LeadershipListener> call) {
		boolean interrupted = Thread.currentThread().isInterrupted();
		try {
			call.accept(listener);
		}
		catch (Throwable ex) {
			logger.warn("Listener {} of election '{}' failed", listener.getClass().getName(), this.election, ex);
		}
		if (!interrupted) {
			// Else the next listener finds what this one left
			Thread.interrupted();
		}
	}

}
