/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The node of an election, with the time that has passed from this candidate's first look
 * at its last change. The lock is the ephemeral child that is called after the term's
 * nonce.
 *
 * @param node what was read or written
 * @param age how long ago its last change was observed; the change itself was earlier
 */
record SeenNode(RecordNode node, Duration age) {

	@Nullable TermRecord record() {
		return this.node.record();
	}

	/**
	 * The evidence for an attempt, as far as this node shows it: a term of its own has
	 * the lock only if that is of the present session.
	 * @param nonce of the attempt, or {@code null} if nobody makes one
	 */
	Evidence evidence(@Nullable Nonce nonce) {
		TermRecord record = record();
		if (record == null || record.released() || !this.node.isHeld()) {
			return evidence(Lock.FREE);
		}
		Evidence evidence = evidence(Lock.TERM);
		if (evidence.left().isZero()) {
			// Its session lives, which keeps nobody out
			return evidence(Lock.FREE);
		}
		return record.nonce().equals(nonce) ? evidence(Lock.UNKNOWN) : evidence;
	}

	Evidence evidence(Lock lock) {
		return Evidence.of(record(), this.age, lock);
	}

}
