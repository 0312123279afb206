/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;

import io.leaderelection.store.Outcome;

/**
 * What a state machine is told.
 */
public sealed interface Input {

	/** Contend. */
	record Start() implements Input {

	}

	/** Hand over and stop contending. */
	record Stop() implements Input {

	}

	/** Hand over, stop contending, and observe. */
	record Pause() implements Input {

	}

	/** Contend again after a pause. */
	record Resume() implements Input {

	}

	/**
	 * Hand over and contend again later.
	 *
	 * @param coolDown how much later
	 */
	record StepDown(Duration coolDown) implements Input {

	}

	/** Time has passed. */
	record Tick() implements Input {

	}

	/** The store hinted that it may be worth asking. */
	record Hint() implements Input {

	}

	/**
	 * Hints can, or cannot, be expected.
	 *
	 * @param live whether the subscription is confirmed
	 */
	record WatchLive(boolean live) implements Input {

	}

	/** The session that holds the term may be gone. */
	record Doubt() implements Input {

	}

	/**
	 * A command was answered, or given up at its timeout, which is
	 * {@link Outcome.Unknown}. Its true answer may follow later.
	 *
	 * @param send the command
	 * @param outcome what became of it
	 */
	record Answer(Effect.Send send, Outcome outcome) implements Input {

	}

	/**
	 * The work of a term, and the delivery of its end to listeners, are over.
	 *
	 * @param token the token of the term
	 */
	record WorkEnded(long token) implements Input {

	}

}
