/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;

/**
 * What is known of the last term of an election. etcd has no clock to compare with, so
 * nothing in it is an instant that decides anything.
 *
 * @param token its token
 * @param nonce its nonce
 * @param candidate the id of its candidate
 * @param since when the candidate asked for it, for display
 * @param duration its lease
 * @param kept how long etcd keeps the hold after a renewal, at least the lease
 * @param notBefore how long after this version of the record was written a former leader
 * may believe
 * @param changes how often this term's record was written before
 * @param released whether it was given up
 * @param metadata what its candidate tells
 */
record LeaseRecord(long token, Nonce nonce, String candidate, Instant since, Duration duration, Duration kept,
		Duration notBefore, long changes, boolean released, Map<String, String> metadata) {

	LeaseRecord {
		metadata = Map.copyOf(metadata);
	}

	static LeaseRecord of(Acquire command, long token, Duration notBefore, Duration kept) {
		Duration duration = (command.duration().compareTo(kept) < 0) ? command.duration() : kept;
		return new LeaseRecord(token, command.nonce(), command.candidate(), command.at(), duration, kept, notBefore, 0,
				false, command.metadata());
	}

	boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	/** The next version, by which others see that the term was renewed. */
	LeaseRecord touched(Duration notBefore) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.kept, notBefore,
				this.changes + 1, this.released, this.metadata);
	}

	LeaseRecord asReleased(Duration notBefore) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.kept, notBefore,
				this.changes + 1, true, this.metadata);
	}

}
