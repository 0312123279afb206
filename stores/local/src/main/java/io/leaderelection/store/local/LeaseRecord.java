/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;

/**
 * What is known of the last term of an election.
 *
 * @param token its token
 * @param nonce its nonce
 * @param candidate the id of its candidate
 * @param since when the candidate asked for it
 * @param duration its lease
 * @param expiresAt when it ends unless renewed, in milliseconds of the machine's clock
 * @param notBefore until when a former leader may believe, likewise
 * @param released whether it was given up
 * @param lockFile identifies the lock file that was held
 * @param metadata what its candidate tells
 */
record LeaseRecord(long token, Nonce nonce, String candidate, Instant since, Duration duration, long expiresAt,
		long notBefore, boolean released, String lockFile, Map<String, String> metadata) {

	LeaseRecord {
		metadata = Map.copyOf(metadata);
	}

	static LeaseRecord of(Acquire command, long token, long notBefore, String lockFile, long now) {
		return new LeaseRecord(token, command.nonce(), command.candidate(), command.at(), command.duration(),
				end(now, command.duration()), notBefore, false, lockFile, command.metadata());
	}

	boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	LeaseRecord extendedFrom(long now) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration,
				end(now, this.duration), this.notBefore, this.released, this.lockFile, this.metadata);
	}

	LeaseRecord asReleased() {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.expiresAt,
				this.notBefore, true, this.lockFile, this.metadata);
	}

	/**
	 * Whoever is next waits until this term is over.
	 */
	LeaseRecord asAbandoned() {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.expiresAt,
				Math.max(this.notBefore, this.expiresAt), this.released, this.lockFile, this.metadata);
	}

	/**
	 * A millisecond more, since the clock cuts off the fraction of the current one.
	 */
	private static long end(long now, Duration duration) {
		return now + duration.toMillis() + 1;
	}

}
