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
 * The node of an election, and how long ago this candidate observed its last change. The
 * guard lock is the ephemeral child whose name is the nonce of the term.
 *
 * @param node the node that was read or written
 * @param age how long ago the last change was observed; the change itself was earlier
 */
record SeenNode(RecordNode node, Duration age) {

	@Nullable TermRecord record() {
		return this.node.record();
	}

	/**
	 * Returns the evidence that this node alone gives. Whether the command's own term
	 * still has its lock is unknown, because the lock may belong to a former session.
	 * @param nonce the nonce of the command, or {@code null} for an observation
	 */
	Evidence evidence(@Nullable Nonce nonce) {
		TermRecord record = record();
		if (record == null || record.released() || !this.node.hasChildren()) {
			return evidence(Lock.FREE);
		}
		Evidence evidence = evidence(Lock.TERM);
		if (evidence.left().isZero()) {
			// An expired term blocks nobody, even if its session is still alive
			return evidence(Lock.FREE);
		}
		return record.nonce().equals(nonce) ? evidence(Lock.UNKNOWN) : evidence;
	}

	Evidence evidence(Lock lock) {
		return Evidence.of(record(), this.age, lock);
	}

}
