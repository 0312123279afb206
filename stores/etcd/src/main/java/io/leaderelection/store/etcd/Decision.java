/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.function.Function;

/**
 * What follows from a command and what is known of its election.
 *
 * @param <O> the type of the outcome
 */
sealed interface Decision<O> {

	/**
	 * Nothing is to be written.
	 *
	 * @param <O> the type of the outcome
	 * @param outcome the outcome, if what is known is up to date
	 */
	record Answer<O>(O outcome) implements Decision<O> {

	}

	/**
	 * Something is to be written, provided that what is known is up to date.
	 *
	 * @param <O> the type of the outcome
	 * @param lease the etcd lease that must be confirmed before
	 * @param change what to write
	 * @param outcome the outcome if that is written
	 */
	record Write<O>(LeaseUse lease, Function<Confirmed, Change> change,
			Function<Confirmed, O> outcome) implements Decision<O> {

	}

	/**
	 * The etcd lease that a change needs.
	 */
	sealed interface LeaseUse {

		/** None. */
		record None() implements LeaseUse {

		}

		/**
		 * That of this instance.
		 *
		 * @param duration for how long at least
		 */
		record Own(Duration duration) implements LeaseUse {

		}

		/**
		 * That of a hold.
		 *
		 * @param id its id
		 */
		record OfHold(long id) implements LeaseUse {

		}

	}

	/**
	 * An etcd lease that is alive.
	 *
	 * @param id its id, or 0 for none
	 * @param kept how long etcd keeps it unless it is kept alive
	 * @param left how much of that is surely left
	 */
	record Confirmed(long id, Duration kept, Duration left) {

		static final Confirmed NONE = new Confirmed(0, Duration.ZERO, Duration.ZERO);

	}

}
