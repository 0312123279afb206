/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stages that callers got and that are not completed yet. Callbacks attached to them
 * run on threads of their own, never on the loop, so one that blocks delays no other
 * election; and none stays open when the loop ends.
 */
final class HandoverStages implements AutoCloseable {

	private final EventDispatcher dispatcher;

	/** For handovers of all elections at once. */
	private final BoundedLine ofAll;

	private final Set<HandoverStage> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	HandoverStages(EventDispatcher dispatcher) {
		this.dispatcher = dispatcher;
		this.ofAll = of("all");
	}

	/** Runs the code that is attached to the handovers of one election. */
	BoundedLine of(String election) {
		return new BoundedLine(election, this.dispatcher);
	}

	/** Tries again what could not begin, and detects what takes long. */
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

	/** The handover of one election is done. Returns at once. */
	void complete(HandoverStage stage, BoundedLine line) {
		line.add(() -> finish(stage));
	}

	/** The handover of all elections is done. Returns at once. */
	void complete(HandoverStage stage) {
		complete(stage, this.ofAll);
	}

	private void finish(HandoverStage stage) {
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
