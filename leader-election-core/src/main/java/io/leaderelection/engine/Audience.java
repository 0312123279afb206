/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.function.Consumer;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;

/**
 * Those who hear of one election: the listeners of the engine, then its own.
 */
final class Audience {

	private final String election;

	private final EventDispatcher.Line line;

	private final Listeners ofEngine;

	private final Listeners own = new Listeners();

	Audience(String election, EventDispatcher.Line line, Listeners ofEngine) {
		this.election = election;
		this.line = line;
		this.ofEngine = ofEngine;
	}

	Registration add(LeadershipListener listener) {
		return this.own.add(listener);
	}

	/** Notifies all, in order, on a thread that may be held up. Returns at once. */
	void tell(Consumer<LeadershipListener> call) {
		if (!this.own.isEmpty() || !this.ofEngine.isEmpty()) {
			this.line.deliver(() -> tellNow(call));
		}
	}

	/** As {@link #tell(Consumer)}, on the calling thread. Never throws. */
	void tellNow(Consumer<LeadershipListener> call) {
		this.ofEngine.call(this.election, call);
		this.own.call(this.election, call);
	}

}
