/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The handover stages that were returned to callers and are not completed yet. Callbacks
 * attached to them never run on the loop, so that one that blocks delays no other
 * election. All stages are completed when the loop ends.
 */
final class HandoverStages implements AutoCloseable {

	private final EventDispatcher dispatcher;

	/** The line for handovers of all elections together. */
	private final BoundedLine ofAll;

	private final Set<HandoverStage> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	HandoverStages(EventDispatcher dispatcher) {
		this.dispatcher = dispatcher;
		this.ofAll = of("all");
	}

	/** Returns a line for callbacks of the handovers of one election. */
	BoundedLine of(String election) {
		return new BoundedLine(election, this.dispatcher);
	}

	/** Starts callbacks that could not begin, and detects those that take long. */
	void look() {
		this.ofAll.runNext();
		this.dispatcher.look();
	}

	/** May be called on any thread. */
	HandoverStage open() {
		HandoverStage stage = new HandoverStage();
		this.open.add(stage);
		if (this.closed) {
			finish(stage);
		}
		return stage;
	}

	/** Completes the stage of one election's handover. Returns at once. */
	void complete(HandoverStage stage, BoundedLine line) {
		line.add(() -> finish(stage));
	}

	/** Completes the stage of the handover of all elections. Returns at once. */
	void complete(HandoverStage stage) {
		complete(stage, this.ofAll);
	}

	private void finish(HandoverStage stage) {
		this.open.remove(stage);
		stage.complete(null);
	}

	/**
	 * Completes all open stages, because the loop that would do so has ended.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.dispatcher.close();
		List.copyOf(this.open).forEach(this::finish);
	}

}
