/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

/**
 * A record, and how long this instance has seen it unchanged by its own ticker. A
 * candidate that renews its term never leaves the record unchanged for longer than its
 * lease.
 *
 * @param record the record, or {@code null} if there is none
 * @param unchanged how long the record has been unchanged
 */
record Sighting(@Nullable LeaseRecord record, Duration unchanged) {

	static final Sighting NOTHING = new Sighting(null, Duration.ZERO);

	@Nullable TermRecord term() {
		return (this.record != null) ? this.record.term() : null;
	}

	boolean isChangedByOthers() {
		return this.record != null && this.record.isChangedByOthers();
	}

	/** Returns whether there is a record that excludes nobody. */
	boolean isFree() {
		return this.record != null && evidence().lock() == Lock.FREE;
	}

	/**
	 * Returns the evidence about the record. Its term has lost its lock if another client
	 * has changed {@code holderIdentity}.
	 */
	Evidence evidence() {
		Evidence effective = effective();
		boolean lost = effective.lock() == Lock.TERM && isChangedByOthers();
		return lost ? effective.with(Lock.OTHER) : effective;
	}

	/**
	 * Returns the outcome of an observation, which shows the identity that another client
	 * may have entered.
	 * @param remedy how to end the lease of such a client, or {@code null} if it is meant
	 * to take part
	 */
	Outcome.OfObserve observe(@Nullable String remedy) {
		Outcome.OfObserve outcome = TermRules.observe((this.record != null) ? this.record.effectiveTerm() : null,
				effective());
		boolean other = this.record != null && this.record.hasOtherHolder();
		return (other && remedy != null && outcome instanceof Outcome.Leased leased) ? leased.ofOther(remedy) : outcome;
	}

	private Evidence effective() {
		return Evidence.of((this.record != null) ? this.record.effectiveTerm() : null, this.unchanged);
	}

}
