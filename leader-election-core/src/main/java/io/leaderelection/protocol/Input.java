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

	/** Contend. */
	record Start() implements Input {

	}

	/** Hand over and stop contending. */
	record Stop() implements Input {

	}

	/**
	 * Hand over, stop contending, and observe, for as long as there is a cause to.
	 *
	 * @param cause the cause, which counts once
	 */
	record Pause(TransitionCause cause) implements Input {

		public Pause {
			Causes.check(cause, Causes.WITHHOLD);
		}

	}

	/**
	 * A cause of a pause is gone: contend again if it was the last.
	 *
	 * @param cause the cause
	 */
	record Resume(TransitionCause cause) implements Input {

		public Resume {
			Causes.check(cause, Causes.WITHHOLD);
		}

	}

	/**
	 * Hand over and contend again later.
	 *
	 * @param coolDown how much later
	 * @param cause why
	 */
	record StepDown(Duration coolDown, TransitionCause cause) implements Input {

		public StepDown {
			Causes.check(cause, Causes.STEP_DOWN);
			if (coolDown.isNegative()) {
				throw new IllegalArgumentException(
						"The cool-down is " + coolDown + ". Use a duration of zero or more, such as PT30S");
			}
		}

	}

	/**
	 * Write checkpoints in the place of all there are, with a renewal that is sent at
	 * once. {@link Effect.Noted} reports when they are written. Without effect if the
	 * candidate does not have that term any more.
	 *
	 * @param token the token of the term
	 * @param request numbers these inputs, rising; a later one replaces all before it
	 * @param values the checkpoints by name
	 */
	record Note(long token, long request, Map<String, String> values) implements Input {

	}

	/**
	 * Another instance bids for the election, or does not any more: it goes first when
	 * the election is free.
	 *
	 * @param bids whether it bids
	 */
	record OtherBids(boolean bids) implements Input {

	}

	/** Time has passed. */
	record Tick() implements Input {

	}

	/** The store has notified that it may be worth asking. */
	record Notified() implements Input {

	}

	/**
	 * Notifications can, or cannot, be expected.
	 *
	 * @param live whether the subscription is confirmed
	 */
	record WatchLive(boolean live) implements Input {

	}

	/** The session that the term depends on may be gone. */
	record Disconnected() implements Input {

	}

	/**
	 * A command was answered, or given up at its timeout, which is
	 * {@link Outcome.Unknown}. Its true answer may follow later.
	 *
	 * @param send the command
	 * @param outcome what became of it
	 */
	record Answer(Effect.Send<?> send, Outcome outcome) implements Input {

	}

	/**
	 * The work of a term, and the delivery of its end to listeners, are over.
	 *
	 * @param token the token of the term
	 */
	record WorkEnded(long token) implements Input {

	}

}
