/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stages that callers got and that are not completed yet. What callers attached to
 * them runs on threads of its own, never on the loop; and none stays open when the loop
 * ends.
 */
final class HandOverStages implements AutoCloseable {

	private final EventDispatcher dispatcher;

	private final Set<HandOverStage> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	HandOverStages(EventDispatcher dispatcher) {
		this.dispatcher = dispatcher;
	}

	/** May be called on any thread. */
	HandOverStage open() {
		HandOverStage stage = new HandOverStage();
		this.open.add(stage);
		if (this.closed) {
			finish(stage);
		}
		return stage;
	}

	/** The hand-over is done. Returns at once. */
	void complete(HandOverStage stage, String election) {
		this.dispatcher.line(election).deliver(() -> finish(stage));
	}

	private void finish(HandOverStage stage) {
		this.open.remove(stage);
		stage.complete(null);
	}

	/**
	 * Completes what is open: the loop has ended, so nothing else will.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.dispatcher.close();
		List.copyOf(this.open).forEach(this::finish);
	}

}
