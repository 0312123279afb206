/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Map;

import io.leaderelection.LeaderChange;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Moment;

/**
 * An effect that a state machine requests.
 */
public sealed interface Effect {

	/**
	 * Sends a command to the store.
	 *
	 * @param <C> the kind of command
	 * @param id the rising number of the command in its state machine
	 * @param sent both clocks, read before the command was sent
	 * @param timeout the timeout, in nanoseconds from {@code sent}
	 * @param command the command
	 */
	record Send<C extends Command>(long id, Moment sent, long timeout, C command) implements Effect {

	}

	/**
	 * Publishes that a term began. The state has changed before.
	 *
	 * @param term the term
	 * @param checkpoints the checkpoints of the predecessors
	 */
	record Grant(StoredTerm term, Checkpoints checkpoints) implements Effect {

		/**
		 * Returns the token of the term.
		 * @return the token
		 */
		public long token() {
			return this.term.token();
		}

	}

	/**
	 * Begins a term without leading in it, because the election is suspended. Neither
	 * {@link Revoke} nor {@link Interrupt} follows.
	 *
	 * @param term the term
	 * @param checkpoints the checkpoints of the predecessors
	 */
	record Suspend(StoredTerm term, Checkpoints checkpoints) implements Effect {

	}

	/**
	 * Publishes that the term accepts no more work, and reports {@link Input.WorkEnded}
	 * when running work, and the delivery of this effect to listeners, has ended. The
	 * state has changed before.
	 *
	 * @param token the token of the term
	 * @param cause why it ends
	 */
	record Revoke(long token, TransitionCause cause) implements Effect {

	}

	/**
	 * Interrupts the work of a term that still runs.
	 *
	 * @param token the token of the term
	 */
	record Interrupt(long token) implements Effect {

	}

	/**
	 * Reports that checkpoints are written.
	 *
	 * @param token the token of the term
	 * @param request the last {@linkplain Input.Note request} that they contain
	 * @param values the checkpoints by name
	 */
	record Noted(long token, long request, Map<String, String> values) implements Effect {

	}

	/**
	 * Reports that the record has checkpoints of another version than this term wrote or
	 * found. A lower version means that the store lost a write, which is repeated.
	 *
	 * @param token the token of the term
	 * @param expected the version that it should have
	 * @param found the version that it has
	 */
	record CheckpointsDiffer(long token, long expected, long found) implements Effect {

	}

	/**
	 * Publishes a change of the known leader.
	 *
	 * @param change the change
	 */
	record ChangeLeader(LeaderChange change) implements Effect {

	}

	/**
	 * Records a change of state.
	 *
	 * @param transition the change
	 */
	record Transit(Transition transition) implements Effect {

	}

}
