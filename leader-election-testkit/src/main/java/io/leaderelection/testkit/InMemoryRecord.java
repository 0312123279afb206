/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;

import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;

/**
 * What the in-memory store keeps for an election.
 *
 * @param term the record
 * @param writtenAt when it was written, in milliseconds of the store's clock
 */
record InMemoryRecord(TermRecord term, long writtenAt) {

	Evidence evidence(long now) {
		return Evidence.of(this.term, age(now));
	}

	/** Whether it keeps others out. */
	boolean isLive(long now) {
		return evidence(now).lock() == Evidence.Lock.TERM;
	}

	/** The same record, as if a former leader could still believe for this long. */
	InMemoryRecord withNotBefore(Duration fromNow, long now) {
		TermRecord changed = new TermRecord(this.term.token(), this.term.nonce(), this.term.candidate(),
				this.term.since(), this.term.lease(), fromNow.plus(age(now)), this.term.changes(), this.term.released(),
				this.term.metadata());
		return new InMemoryRecord(changed, this.writtenAt);
	}

	private Duration age(long now) {
		return Duration.ofMillis(now - this.writtenAt);
	}

}
