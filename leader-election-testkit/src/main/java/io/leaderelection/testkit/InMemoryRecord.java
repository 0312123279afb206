/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;

/**
 * What the in-memory store keeps for an election. Instants are milliseconds of the
 * store's clock.
 */
record InMemoryRecord(long token, Nonce nonce, String candidate, Instant since, Duration duration, long expiresAt,
		long notBefore, boolean released, Map<String, String> metadata) {

	static InMemoryRecord of(Acquire command, long token, long notBefore, long now) {
		return new InMemoryRecord(token, command.nonce(), command.candidate(), command.at(), command.duration(),
				now + command.duration().toMillis(), notBefore, false, command.metadata());
	}

	boolean isLive(long now) {
		return !this.released && now < this.expiresAt;
	}

	boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	InMemoryRecord extendedFrom(long now) {
		return new InMemoryRecord(this.token, this.nonce, this.candidate, this.since, this.duration,
				now + this.duration.toMillis(), this.notBefore, this.released, this.metadata);
	}

	InMemoryRecord asReleased() {
		return new InMemoryRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.expiresAt,
				this.notBefore, true, this.metadata);
	}

	InMemoryRecord withNotBefore(long instant) {
		return new InMemoryRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.expiresAt,
				instant, this.released, this.metadata);
	}

	Outcome.Granted granted(long now) {
		return new Outcome.Granted(this.token, this.duration, until(this.notBefore, now));
	}

	Outcome.Held held(long now) {
		return new Outcome.Held(this.candidate, this.since, this.token, until(this.expiresAt, now),
				until(this.notBefore, now), this.metadata);
	}

	private static Duration until(long instant, long now) {
		return Duration.ofMillis(Math.max(0, instant - now));
	}

}
