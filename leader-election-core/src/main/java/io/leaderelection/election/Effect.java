/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import io.leaderelection.LeaderChange;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;

/**
 * What a state machine wants done, in order.
 */
public sealed interface Effect {

	/** A command for the store. */
	sealed interface Send extends Effect {

		/**
		 * Numbers the commands of one state machine, rising.
		 * @return the number
		 */
		long id();

		/**
		 * Both clocks before the command left.
		 * @return the moment
		 */
		Moment sent();

		/**
		 * When to give up.
		 * @return nanoseconds from {@link #sent()}
		 */
		long timeout();

	}

	/** Send an {@link Acquire}. */
	record SendAcquire(long id, Moment sent, long timeout, Acquire command) implements Send {

	}

	/** Send a {@link Renew}. */
	record SendRenew(long id, Moment sent, long timeout, Renew command) implements Send {

	}

	/** Send a {@link Release}. */
	record SendRelease(long id, Moment sent, long timeout, Release command) implements Send {

	}

	/** Send an observation. */
	record SendObserve(long id, Moment sent, long timeout, ElectionKey command) implements Send {

	}

	/**
	 * Tell that a term began. The state shows it already.
	 *
	 * @param term the term
	 */
	record Grant(StoredTerm term) implements Effect {

		/**
		 * The token of the term.
		 * @return the token
		 */
		public long token() {
			return this.term.token();
		}

	}

	/**
	 * Tell that no new work of a term is taken on, and report {@link Input.WorkEnded}
	 * when what runs, and the delivery of this, has ended. The state shows it already.
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
	 * Tell that another leader is known.
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
