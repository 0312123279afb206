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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who hear of one election: the listeners of the engine, then its own.
 */
final class Audience {

	private static final Logger logger = LoggerFactory.getLogger(Audience.class);

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

	/** Tells all, in order, on a thread that may be held up. Returns at once. */
	void tell(Consumer<LeadershipListener> call) {
		if (this.listeners.isEmpty() && this.engineListeners.isEmpty()) {
			return;
		}
		this.line.deliver(() -> {
			this.engineListeners.forEach((listener) -> tell(listener, call));
			this.listeners.forEach((listener) -> tell(listener, call));
		});
	}

	private void tell(LeadershipListener listener, Consumer<LeadershipListener> call) {
		try {
			call.accept(listener);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Listener {} of election '{}' failed", listener.getClass().getName(), this.election, ex);
		}
	}

}
