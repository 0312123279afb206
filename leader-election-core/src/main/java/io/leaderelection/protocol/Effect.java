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
 * The effects that a state machine asks for, in order.
 */
public sealed interface Effect {

	/**
	 * Send a command to the store.
	 *
	 * @param <C> the kind of command
	 * @param id numbers the commands of one state machine, rising
	 * @param sent both clocks before the command left
	 * @param timeout when to give up, in nanoseconds from {@code sent}
	 * @param command the command
	 */
	record Send<C extends Command>(long id, Moment sent, long timeout, C command) implements Effect {

	}

	/**
	 * Publishes that a term began. The state shows it already.
	 *
	 * @param term the term
	 * @param checkpoints what the predecessors left
	 */
	record Grant(StoredTerm term, Checkpoints checkpoints) implements Effect {

		/**
		 * The token of the term.
		 * @return the token
		 */
		public long token() {
			return this.term.token();
		}

	}

	/**
	 * Publishes that the term accepts no more work, and reports {@link Input.WorkEnded}
	 * when running work, and the delivery of this, has ended. The state shows it already.
	 *
	 * @param token the token of the term
	 * @param cause why it ends
	 */
	record Revoke(long token, TransitionCause cause) implements Effect {

	}

	/**
	 * Interrupt what still runs of a term.
	 *
	 * @param token the token of the term
	 */
	record Interrupt(long token) implements Effect {

	}

	/**
	 * Report that checkpoints are written.
	 *
	 * @param token the token of the term
	 * @param request the last {@linkplain Input.Note request} that they contain
	 * @param values the checkpoints by name
	 */
	record Noted(long token, long request, Map<String, String> values) implements Effect {

	}

	/**
	 * Report that the record has checkpoints of another version than this term wrote or
	 * found: of a lower one after the store lost a write, which is repeated.
	 *
	 * @param token the token of the term
	 * @param expected the version that it should have
	 * @param found the version that it has
	 */
	record CheckpointsDiffer(long token, long expected, long found) implements Effect {

	}

	/**
	 * Publishes that another leader is known.
	 *
	 * @param change the change
	 */
	record ChangeLeader(LeaderChange change) implements Effect {

	}

	/**
	 * Record a change of state.
	 *
	 * @param transition the change
	 */
	record Transit(Transition transition) implements Effect {

	}

}
