/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a command to the store. <em>Unknown</em> is a separate type, so that a
 * missing answer is never mistaken for a definite one.
 */
public sealed interface Outcome {

	/**
	 * Returns this outcome with the text of its checkpoints, for stores that keep the
	 * text beside the record and only the version in it.
	 * @param text the text
	 * @return the same outcome with this text; unchanged if nothing was ever written to
	 * the checkpoints, and for an outcome without checkpoints
	 */
	default Outcome withCheckpointText(String text) {
		return this;
	}

	/** The outcome of an {@link Acquire}. */
	sealed interface OfAcquire extends Outcome permits Granted, Leased, Free, Lost, Unknown {

	}

	/** The outcome of a {@link Renew}. */
	sealed interface OfRenew extends Outcome permits Granted, Lost, Unknown {

	}

	/** The outcome of a {@link Release}. */
	sealed interface OfRelease extends Outcome permits Released, Lost, Unknown {

	}

	/** The outcome of an {@link Observe}. */
	sealed interface OfObserve extends Outcome permits Leased, Free, Unknown {

	}

	/**
	 * The candidate has the term.
	 *
	 * @param token the fencing token of the term
	 * @param duration the granted lease duration, counted from before the request was
	 * sent; never longer than in the store
	 * @param notBefore how long the candidate must still wait before it leads; zero if no
	 * former leader can still believe that it leads
	 * @param checkpoints for an acquire, including a repeat, the checkpoints of the
	 * record; for a renewal only their version after it
	 */
	record Granted(long token, Duration duration, Duration notBefore,
			Checkpoints checkpoints) implements OfAcquire, OfRenew {

		/**
		 * Creates an outcome without checkpoints.
		 * @param token the fencing token of the term
		 * @param duration the granted lease duration
		 * @param notBefore how long the candidate must still wait before it leads
		 */
		public Granted(long token, Duration duration, Duration notBefore) {
			this(token, duration, notBefore, Checkpoints.NONE);
		}

		@Override
		public Granted withCheckpointText(String text) {
			return new Granted(this.token, this.duration, this.notBefore, this.checkpoints.withText(text));
		}

	}

	/**
	 * A live term, or a guard lock, prevents a grant. The owner of the lease need not be
	 * a candidate: where other clients can write, one may have entered itself.
	 *
	 * @param candidate the id of the candidate that owns the record, or the name of the
	 * client that entered itself
	 * @param since when it requested the term, by its own wall clock
	 * @param token the token of its term
	 * @param remaining how long the term lasts unless renewed; zero if only a guard lock
	 * is left
	 * @param notBefore how long its leader must still wait before it leads; zero if it
	 * may lead
	 * @param metadata the metadata of its leader
	 * @param checkpoints the checkpoints of the record
	 * @param remedy how to end the lease of a client that is not a candidate, for the
	 * log; {@code null} for a candidate
	 */
	record Leased(String candidate, Instant since, long token, Duration remaining, Duration notBefore,
			Map<String, String> metadata, Checkpoints checkpoints,
			@Nullable String remedy) implements OfAcquire, OfObserve {

		/**
		 * Creates an outcome for the lease of a candidate.
		 * @param candidate the id of the candidate that leads
		 * @param since when it requested the term, by its own wall clock
		 * @param token the token of its term
		 * @param remaining how long the term lasts unless renewed
		 * @param notBefore how long its leader must still wait before it leads
		 * @param metadata the metadata of its leader
		 * @param checkpoints the checkpoints of the record
		 */
		public Leased(String candidate, Instant since, long token, Duration remaining, Duration notBefore,
				Map<String, String> metadata, Checkpoints checkpoints) {
			this(candidate, since, token, remaining, notBefore, metadata, checkpoints, null);
		}

		/**
		 * Creates an outcome without checkpoints.
		 * @param candidate the id of the candidate that leads
		 * @param since when it requested the term, by its own wall clock
		 * @param token the token of its term
		 * @param remaining how long the term lasts unless renewed
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

		/**
		 * Returns this outcome for the lease of a client that is not a candidate.
		 * @param remedy how to end its lease, for the log
		 * @return the same outcome with this remedy
		 */
		public Leased ofOther(String remedy) {
			return new Leased(this.candidate, this.since, this.token, this.remaining, this.notBefore, this.metadata,
					this.checkpoints, remedy);
		}

		/**
		 * Returns whether a candidate has the lease.
		 * @return {@code false} if a client that is not a candidate has entered itself
		 */
		public boolean isOfCandidate() {
			return this.remedy == null;
		}

		@Override
		public Leased withCheckpointText(String text) {
			return new Leased(this.candidate, this.since, this.token, this.remaining, this.notBefore, this.metadata,
					this.checkpoints.withText(text), this.remedy);
		}

	}

	/**
	 * The record is free. For an {@link Acquire} only if it had another token.
	 *
	 * @param token the token for the next acquire, {@link LeaseStore#ABSENT} if there is
	 * no record
	 * @param released whether the last term was released; {@code false} if it expired or
	 * there is no record
	 * @param checkpoints the checkpoints of the record for an observation;
	 * {@link Checkpoints#NONE} for an acquire
	 */
	record Free(long token, boolean released, Checkpoints checkpoints) implements OfAcquire, OfObserve {

		/**
		 * Creates an outcome without checkpoints.
		 * @param token the token for the next acquire
		 * @param released whether the last term was released
		 */
		public Free(long token, boolean released) {
			this(token, released, Checkpoints.NONE);
		}

		@Override
		public Free withCheckpointText(String text) {
			return new Free(this.token, this.released, this.checkpoints.withText(text));
		}

	}

	/**
	 * The candidate definitely does not have the term, or not any more.
	 */
	record Lost() implements OfAcquire, OfRenew, OfRelease {

	}

	/**
	 * The term is released.
	 */
	record Released() implements OfRelease {

	}

	/**
	 * The command may or may not have been applied.
	 *
	 * @param cause why the outcome is unknown
	 */
	record Unknown(Throwable cause) implements OfAcquire, OfRenew, OfRelease, OfObserve {

	}

}
