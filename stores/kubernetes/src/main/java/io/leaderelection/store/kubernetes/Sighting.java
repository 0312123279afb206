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
 * A record, and for how long this instance has seen it unchanged, by its own ticker.
 * Nobody who renews it can be seen to stand still for longer than its lease.
 *
 * @param record the record, or {@code null} if there is none
 * @param unchanged for how long
 */
record Sighting(@Nullable LeaseRecord record, Duration unchanged) {

	static final Sighting NOTHING = new Sighting(null, Duration.ZERO);

	@Nullable TermRecord term() {
		return (this.record != null) ? this.record.term() : null;
	}

	boolean isTouched() {
		return this.record != null && this.record.isTouched();
	}

	/**
	 * Of the record, which has lost its lock once another client has changed
	 * {@code holderIdentity}.
	 */
	Evidence evidence() {
		Evidence shown = shown();
		boolean lost = shown.lock() == Lock.TERM && isTouched();
		return lost ? shown.with(Lock.OTHER) : shown;
	}

	/** The view of others, including an identity that another client has entered. */
	Outcome.OfObserve observe() {
		return TermRules.observe((this.record != null) ? this.record.shown() : null, shown());
	}

	private Evidence shown() {
		return Evidence.of((this.record != null) ? this.record.shown() : null, this.unchanged);
	}

}
