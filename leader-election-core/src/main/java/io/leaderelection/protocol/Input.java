/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.Map;

import io.leaderelection.TransitionCause;
import io.leaderelection.store.Outcome;

/**
 * An input of a state machine.
 */
public sealed interface Input {

	/** A request to contend, or not to. */
	sealed interface Request extends Input {

	}

	/** Starts to contend. */
	record Start() implements Request {

	}

	/** Hands over and stops contending. */
	record Stop() implements Request {

	}

	/**
	 * Hands over, stops contending, and observes, for as long as the cause lasts.
	 *
	 * @param cause the cause, which counts once
	 */
	record Pause(TransitionCause cause) implements Request {

		public Pause {
			Causes.check(cause, Causes.WITHHOLD);
		}

	}

	/**
	 * Ends a cause of a pause: the candidate contends again if it was the last.
	 *
	 * @param cause the cause
	 */
	record Resume(TransitionCause cause) implements Request {

		public Resume {
			Causes.check(cause, Causes.WITHHOLD);
		}

	}

	/**
	 * Hands over and contends again later.
	 *
	 * @param coolDown how long not to contend
	 * @param cause why
	 */
	record StepDown(Duration coolDown, TransitionCause cause) implements Request {

		public StepDown {
			Causes.check(cause, Causes.STEP_DOWN);
			if (coolDown.isNegative()) {
				throw new IllegalArgumentException(
						"The cool-down is " + coolDown + ". Use a duration of zero or more, such as PT30S");
			}
		}

	}

	/**
	 * Replaces all checkpoints, with a renewal that is sent at once. {@link Effect.Noted}
	 * reports when they are written. Has no effect if the candidate does not have that
	 * term any more.
	 *
	 * @param token the token of the term
	 * @param request the rising number of the request; a later request replaces all
	 * before it
	 * @param values the checkpoints by name
	 */
	record Note(long token, long request, Map<String, String> values) implements Input {

	}

	/**
	 * Another instance bids for the election or is the heir of its leader, or neither any
	 * more. It goes first when the election is free.
	 *
	 * @param first whether it goes first
	 */
	record OthersFirst(boolean first) implements Input {

	}

	/** Time has passed. */
	record Tick() implements Input {

	}

	/** The store has notified that the record may have changed. */
	record Notified() implements Input {

	}

	/**
	 * Notifications can be expected, or not any more.
	 *
	 * @param live whether the subscription is confirmed
	 */
	record WatchLive(boolean live) implements Input {

	}

	/** The session that the term depends on may have ended. */
	record Disconnected() implements Input {

	}

	/**
	 * A command was answered, or timed out, which is {@link Outcome.Unknown}. The real
	 * answer may follow later.
	 *
	 * @param send the command
	 * @param outcome its outcome
	 */
	record Answer(Effect.Send<?> send, Outcome outcome) implements Input {

	}

	/**
	 * The work of a term, and the delivery of its end to listeners, have ended.
	 *
	 * @param token the token of the term
	 */
	record WorkEnded(long token) implements Input {

	}

}
