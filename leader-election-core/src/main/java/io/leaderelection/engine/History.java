/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.leaderelection.Transition;

/**
 * The latest transitions of an election.
 */
final class History {

	private static final int LENGTH = 20;

	/** Never grows. */
	private final Deque<Transition> transitions = new ArrayDeque<>(LENGTH + 1);

	/** Adds a transition, once. */
	synchronized void add(Transition transition) {
		if (transition.equals(this.transitions.peekLast())) {
			return;
		}
		if (this.transitions.size() == LENGTH) {
			this.transitions.removeFirst();
		}
		this.transitions.addLast(transition);
	}

	/** Returns the transitions, oldest first. */
	synchronized List<Transition> list() {
		return List.copyOf(this.transitions);
	}

}
