/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.store.Outcome;

/**
 * A record with the time since this candidate first observed its last change.
 *
 * @param node where it is
 * @param record what it says
 * @param age how long ago its last change was observed; the change itself was earlier
 */
record SeenRecord(RecordNode node, LeaseRecord record, Duration age) {

	/** Whether the term keeps others out. */
	boolean isLive() {
		return !this.record.released() && isRunning() && this.node.isHeld();
	}

	/** Whether the lease has not run out since the last change. */
	boolean isRunning() {
		return this.age.compareTo(this.record.lease()) < 0;
	}

	/** How long the lease still runs. */
	Duration remaining() {
		return left(this.record.lease());
	}

	/** How long somebody may still believe in a term before this one. */
	Duration waiting() {
		return left(this.record.waiting());
	}

	/**
	 * How long a successor must wait. A hold that went without release says nothing about
	 * what its leader believes: it may, until its lease has run out.
	 */
	Duration waitingOfSuccessor() {
		if (this.record.released() || remaining().compareTo(waiting()) < 0) {
			return waiting();
		}
		return remaining();
	}

	Outcome.Held held() {
		return new Outcome.Held(this.record.candidate(), this.record.since(), this.record.token(), remaining(),
				waiting(), this.record.metadata());
	}

	/** What is left of a duration, in whole milliseconds, rounded up. */
	private Duration left(Duration duration) {
		Duration left = duration.minus(this.age);
		return left.isNegative() ? Duration.ZERO : Duration.ofMillis(left.plusNanos(999_999).toMillis());
	}

}
