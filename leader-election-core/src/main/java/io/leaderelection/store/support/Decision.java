/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import io.leaderelection.store.Outcome;

/**
 * The decision on a command for a record as it was read. A store carries it out only if
 * the record is still the same. A store with nothing beside its records need not look at
 * the {@link LockUse}: it is never asked for a lock.
 *
 * @param <O> the type of the outcome
 */
public sealed interface Decision<O extends Outcome> {

	/**
	 * Nothing is to be written.
	 *
	 * @param <O> the type of the outcome
	 * @param outcome the outcome
	 */
	record Answer<O extends Outcome>(O outcome) implements Decision<O> {

	}

	/**
	 * The record is to be replaced.
	 *
	 * @param <O> the type of the outcome
	 * @param record what to write
	 * @param lock what becomes of the lock by the same write
	 * @param outcome the outcome once that is written
	 */
	record Write<O extends Outcome>(TermRecord record, LockUse lock, O outcome) implements Decision<O> {

	}

	/**
	 * Whose the lock is must be found out first, by asking for it; then it is decided
	 * again.
	 *
	 * @param <O> the type of the outcome
	 */
	record AskForLock<O extends Outcome>() implements Decision<O> {

	}

	/**
	 * The use that a write makes of the lock.
	 */
	enum LockUse {

		/** The new term takes it. If that fails, somebody else has it. */
		TAKE,

		/** The term must have it, and keeps it. If it has not, it is lost. */
		KEEP,

		/** The term gives it up, if it has it still. */
		END

	}

}
