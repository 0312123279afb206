/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The stages of handovers that were returned to callers and are not completed yet. All
 * are completed when the loop ends. Safe to use from any thread.
 */
final class HandoverStages implements AutoCloseable {

	private final Set<Stage> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	Stage open() {
		Stage stage = Stage.ofHandover();
		this.open.add(stage);
		if (this.closed) {
			finish(stage);
		}
		return stage;
	}

	/**
	 * Completes a stage, and returns at once.
	 * @param line runs the callbacks that are attached to the stage
	 */
	void complete(Stage stage, Executor line) {
		line.execute(() -> finish(stage));
	}

	private void finish(Stage stage) {
		this.open.remove(stage);
		stage.complete(null);
	}

	/**
	 * Completes all open stages, because the loop that would do so has ended.
	 */
	@Override
	public void close() {
		this.closed = true;
		List.copyOf(this.open).forEach(this::finish);
	}

}
