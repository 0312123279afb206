/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import io.leaderelection.store.Outcome;

/**
 * The decision about a command, given the record that was read. A store carries it out
 * only if the record is still the same. A store without guard locks can ignore
 * {@link LockUse}, and never gets an {@link AskForLock}.
 *
 * @param <O> the type of the outcome
 */
public sealed interface Decision<O extends Outcome> {

	/**
	 * The store answers without a write.
	 *
	 * @param <O> the type of the outcome
	 * @param outcome the outcome
	 */
	record Answer<O extends Outcome>(O outcome) implements Decision<O> {

	}

	/**
	 * The store replaces the record.
	 *
	 * @param <O> the type of the outcome
	 * @param record the new record
	 * @param lock the change of the lock in the same write
	 * @param outcome the outcome after the write
	 */
	record Write<O extends Outcome>(TermRecord record, LockUse lock, O outcome) implements Decision<O> {

	}

	/**
	 * The store first requests the lock, to find out who owns it, and then decides again.
	 *
	 * @param <O> the type of the outcome
	 */
	record AskForLock<O extends Outcome>() implements Decision<O> {

	}

	/**
	 * The use of the lock by a write.
	 */
	enum LockUse {

		/** The new term acquires it. If that fails, another candidate owns it. */
		TAKE,

		/** The term must own it, and keeps it. Otherwise the term is lost. */
		KEEP,

		/** The term releases it, if it still owns it. */
		END

	}

}
