/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.SafeLogger;

/**
 * Those who hear of one election: the listeners of the engine, then its own.
 */
final class Audience {

	private static final SafeLogger logger = new SafeLogger(Audience.class);

	private final String election;

	private final EventDispatcher.Line line;

	private final List<LeadershipListener> ofEngine;

	private final List<LeadershipListener> own = new CopyOnWriteArrayList<>();

	/**
	 * Creates an audience without listeners of its own.
	 * @param ofEngine copied on write: its {@code forEach} needs no memory
	 */
	Audience(String election, EventDispatcher.Line line, CopyOnWriteArrayList<LeadershipListener> ofEngine) {
		this.election = election;
		this.line = line;
		this.ofEngine = ofEngine;
	}

	Registration add(LeadershipListener listener) {
		this.own.add(listener);
		return () -> this.own.remove(listener);
	}

	/** Notifies all, in order, on a thread that may be held up. Returns at once. */
	void tell(Consumer<LeadershipListener> call) {
		if (!this.own.isEmpty() || !this.ofEngine.isEmpty()) {
			this.line.deliver(notification(call));
		}
	}

	/**
	 * A notification of all, in order, to be run later. Running it never throws and needs
	 * no memory, so a full heap keeps no listener from it.
	 */
	Runnable notification(Consumer<LeadershipListener> call) {
		Consumer<LeadershipListener> isolated = (listener) -> {
			Throwable thrown = ForeignCode.call(call, listener);
			if (thrown != null) {
				log(listener, thrown);
			}
		};
		return () -> {
			this.ofEngine.forEach(isolated);
			this.own.forEach(isolated);
		};
	}

	private void log(LeadershipListener listener, Throwable thrown) {
		try {
			logger.warn("Listener {} of election '{}' failed", listener.getClass().getName(), this.election, thrown);
		}
		catch (Throwable ex) {
			// Logging needs memory, too. The next listener is called all the same
		}
	}

}
