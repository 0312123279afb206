/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The store's answer to a command. <em>Unknown</em> is a type of its own, so that no
 * answer is never mistaken for a definite one.
 */
public sealed interface Outcome {

	/** The store's answer to an {@link Acquire}. */
	sealed interface OfAcquire extends Outcome permits Granted, Leased, Free, Lost, Unknown {

	}

	/** The store's answer to a {@link Renew}. */
	sealed interface OfRenew extends Outcome permits Granted, Lost, Unknown {

	}

	/** The store's answer to a {@link Release}. */
	sealed interface OfRelease extends Outcome permits Released, Lost, Unknown {

	}

	/** The store's answer to an observation. */
	sealed interface OfObserve extends Outcome permits Leased, Free, Unknown {

	}

	/**
	 * The term is the candidate's.
	 *
	 * @param token the fencing token of the term
	 * @param duration the lease really granted, counted from before the request was sent;
	 * never more than the store keeps
	 * @param notBefore how long the candidate must still wait before it leads; zero if
	 * nobody else can believe in a former term
	 * @param checkpoints to an acquire, a repeat included, what the record has; to a
	 * renewal its version alone, after this renewal
	 */
	record Granted(long token, Duration duration, Duration notBefore,
			Checkpoints checkpoints) implements OfAcquire, OfRenew {

		/**
		 * Grants a term of an election without checkpoints.
		 * @param token the fencing token of the term
		 * @param duration the lease really granted
		 * @param notBefore how long the candidate must still wait before it leads
		 */
		public Granted(long token, Duration duration, Duration notBefore) {
			this(token, duration, notBefore, Checkpoints.NONE);
		}

	}

	/**
	 * A live term, or a guard lock, keeps the candidate out.
	 *
	 * @param candidate the id of the candidate whose record it is
	 * @param since when it asked for the term, by its own wall clock
	 * @param token the token of its term
	 * @param remaining how long the term lives unless renewed; zero if only a guard lock
	 * is left
	 * @param notBefore how long its leader must still wait before it leads; zero if it
	 * may lead
	 * @param metadata the metadata of its leader
	 * @param checkpoints what the record has, if it was observed;
	 * {@link Checkpoints#NONE} to an acquire
	 */
	record Leased(String candidate, Instant since, long token, Duration remaining, Duration notBefore,
			Map<String, String> metadata, Checkpoints checkpoints) implements OfAcquire, OfObserve {

		/**
		 * Answers an acquire, or an observation of a record without checkpoints.
		 * @param candidate the id of the candidate that leads
		 * @param since when it asked for the term, by its own wall clock
		 * @param token the token of its term
		 * @param remaining how long the term lives unless renewed
		 * @param notBefore how long its leader must still wait before it leads
		 * @param metadata the metadata of its leader
		 */
		public Leased(String candidate, Instant since, long token, Duration remaining, Duration notBefore,
				Map<String, String> metadata) {
			this(candidate, since, token, remaining, notBefore, metadata, Checkpoints.NONE);
		}

		public Leased {
			metadata = Map.copyOf(metadata);
		}

	}

	/**
	 * The record is free. Answered to an {@link Acquire} only if it named another token.
	 *
	 * @param token the token to name next time, {@link LeaseStore#ABSENT} if there is no
	 * record
	 * @param released whether the last term was released; {@code false} if it expired or
	 * there is no record
	 * @param checkpoints what the record has, if it was observed;
	 * {@link Checkpoints#NONE} to an acquire
	 */
	record Free(long token, boolean released, Checkpoints checkpoints) implements OfAcquire, OfObserve {

		/**
		 * Answers an acquire, or an observation of a record without checkpoints.
		 * @param token the token to name next time
		 * @param released whether the last term was released
		 */
		public Free(long token, boolean released) {
			this(token, released, Checkpoints.NONE);
		}

	}

	/**
	 * Definitely not, or no longer, the candidate's term.
	 */
	record Lost() implements OfAcquire, OfRenew, OfRelease {

	}

	/**
	 * The term was given up.
	 */
	record Released() implements OfRelease {

	}

	/**
	 * The command may or may not have been applied.
	 *
	 * @param cause why no answer is known
	 */
	record Unknown(Throwable cause) implements OfAcquire, OfRenew, OfRelease, OfObserve {

	}

}
