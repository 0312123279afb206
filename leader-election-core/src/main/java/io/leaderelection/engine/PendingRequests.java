/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.leaderelection.protocol.Input;

/**
 * Requests to an election: until the protocol has processed them, and then until what
 * they cause is over. Added by any thread, processed by the loop.
 */
final class PendingRequests {

	private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

	private final Queue<Runnable> whenOver = new ConcurrentLinkedQueue<>();

	/** Called when no handover is in progress. */
	private final List<Runnable> handovers = new ArrayList<>();

	/**
	 * Adds a request.
	 * @param done called on the loop when no handover is in progress afterwards; must
	 * return at once
	 */
	void add(Input input, Runnable done) {
		this.requests.add(new Request(input, done));
	}

	/** Adds an action for when the election is over. It must return at once. */
	void addWhenOver(Runnable action) {
		this.whenOver.add(action);
	}

	/** Passes all requests on, in order. */
	void process(Consumer<Input> protocol) {
		for (Request request = this.requests.peek(); request != null; request = this.requests.peek()) {
			this.handovers.add(request.done);
			this.requests.remove();
			protocol.accept(request.input);
		}
	}

	/** Called when no handover is in progress. */
	void handedOver() {
		this.handovers.forEach(Runnable::run);
		this.handovers.clear();
	}

	boolean isEndAwaited() {
		return !this.whenOver.isEmpty();
	}

	/**
	 * Called when the election is over: its work has ended, and nothing has to be undone.
	 */
	void over() {
		for (Runnable action = this.whenOver.poll(); action != null; action = this.whenOver.poll()) {
			action.run();
		}
	}

	/** A request that the protocol has not processed yet. */
	private record Request(Input input, Runnable done) {
	}

}
