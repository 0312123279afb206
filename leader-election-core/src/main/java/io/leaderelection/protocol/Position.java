/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Instant;

import io.leaderelection.ElectionState;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

/**
 * The state of a candidate, and its command in flight.
 */
final class Position {

	private final String election;

	private final OpenStep step;

	ElectionState state = ElectionState.STOPPED;

	/** The command in flight, other than an undo. */
	Effect.@Nullable Send<?> flight;

	Position(String election, OpenStep step) {
		this.election = election;
		this.step = step;
	}

	void transit(ElectionState to, TransitionCause cause) {
		transit(to, cause, null);
	}

	void transit(ElectionState to, TransitionCause cause, @Nullable Long token) {
		LegalTransitions.check(this.election, this.state, to);
		Instant at = Instant.ofEpochMilli(this.step.now().wall());
		this.step.add(new Effect.Transit(new Transition(at, this.state, to, cause, token)));
		this.state = to;
	}

}
