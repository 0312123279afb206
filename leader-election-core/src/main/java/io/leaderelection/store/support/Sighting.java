/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.Evidence.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The stored value, and how long this instance has seen it unchanged by its own ticker. A
 * candidate that renews its term never leaves the record unchanged for longer than its
 * lease.
 *
 * @param stored what is stored, or {@code null} if there is nothing
 * @param unchanged how long it has been unchanged
 */
record Sighting(@Nullable Stored stored, Duration unchanged) {

	static final Sighting NOTHING = new Sighting(null, Duration.ZERO);

	@Nullable TermRecord term() {
		return (this.stored != null) ? this.stored.record() : null;
	}

	boolean isChangedByOthers() {
		return this.stored != null && this.stored.otherOwner() != null;
	}

	/** Returns whether there is a value that excludes nobody. */
	boolean isFree() {
		return this.stored != null && evidence().lock() == Lock.FREE;
	}

	/**
	 * Returns the evidence about the record. Its term has lost its lock if another client
	 * has changed the owner.
	 */
	Evidence evidence() {
		Evidence effective = effective();
		boolean lost = effective.lock() == Lock.TERM && isChangedByOthers();
		return lost ? effective.with(Lock.OTHER) : effective;
	}

	/**
	 * Returns the outcome of an observation, which shows the name that another client may
	 * have entered.
	 */
	Outcome.OfObserve observe() {
		Outcome.OfObserve outcome = TermRules.observe((this.stored != null) ? this.stored.effective() : null,
				effective());
		Stored.OtherOwner other = (this.stored != null && this.stored.hasOtherOwner()) ? this.stored.otherOwner()
				: null;
		String remedy = (other != null) ? other.remedy() : null;
		return (remedy != null && outcome instanceof Outcome.Leased leased) ? leased.ofOther(remedy) : outcome;
	}

	private Evidence effective() {
		return Evidence.of((this.stored != null) ? this.stored.effective() : null, this.unchanged);
	}

}
