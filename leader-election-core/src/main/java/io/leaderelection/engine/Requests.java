/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import io.leaderelection.protocol.Input;

/**
 * The requests to a candidate that the protocol has not processed yet, or whose handover
 * is not over. No request is lost if a step of the protocol fails.
 */
final class Requests {

	private final Queue<Request> pending = new ConcurrentLinkedQueue<>();

	/** Used only by the loop. */
	private final List<Request> open = new ArrayList<>();

	/**
	 * Adds a request, on any thread.
	 * @param done called on the loop when the handover is over; must return at once
	 */
	void add(Input input, Runnable done) {
		this.pending.add(new Request(input, done));
	}

	// On the loop from here

	/**
	 * Passes all requests to the protocol, in order, until one fails, which is passed
	 * again with the next call.
	 * @param step passes an input to the protocol, and returns whether that succeeded
	 * @return whether all succeeded
	 */
	boolean process(Predicate<Input> step) {
		for (Request request = this.pending.peek(); request != null; request = this.pending.peek()) {
			if (!request.listed) {
				this.open.add(request);
				request.listed = true;
			}
			if (!step.test(request.input)) {
				return false;
			}
			this.pending.remove();
			request.processed = true;
		}
		return true;
	}

	/** Returns whether a caller waits for a handover. */
	boolean isOpen() {
		return !this.open.isEmpty();
	}

	/** Completes the processed requests, because no handover is in progress. */
	void complete() {
		int i = 0;
		while (i < this.open.size()) {
			Request request = this.open.get(i);
			if (request.processed) {
				request.done.run();
				this.open.remove(i);
			}
			else {
				i++;
			}
		}
	}

	private static final class Request {

		private final Input input;

		private final Runnable done;

		// Used only by the loop

		private boolean listed;

		private boolean processed;

		Request(Input input, Runnable done) {
			this.input = input;
			this.done = done;
		}

	}

}
