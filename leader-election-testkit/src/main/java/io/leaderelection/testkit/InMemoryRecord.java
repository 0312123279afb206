/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;

/**
 * The in-memory store's state of an election. Instants are milliseconds of the store's
 * clock, as in a database.
 *
 * @param term the record
 * @param expiresAt when its lease has run out
 * @param notBefore until when a former leader may believe that it leads, or 0
 */
record InMemoryRecord(TermRecord term, long expiresAt, long notBefore) {

	static InMemoryRecord of(TermRecord term, long now) {
		long notBefore = term.notBefore().isZero() ? 0 : now + term.notBefore().toMillis();
		return new InMemoryRecord(term, now + term.lease().toMillis(), notBefore);
	}

	Evidence evidence(long now) {
		return Evidence.of(this.term, until(this.expiresAt, now), until(this.notBefore, now));
	}

	InMemoryRecord withNotBefore(long instant) {
		return new InMemoryRecord(this.term, this.expiresAt, instant);
	}

	InMemoryRecord with(Checkpoints checkpoints) {
		return new InMemoryRecord(this.term.with(checkpoints), this.expiresAt, this.notBefore);
	}

	private static Duration until(long instant, long now) {
		return Duration.ofMillis(Math.max(0, instant - now));
	}

}
