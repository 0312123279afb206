/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Registration;
import io.leaderelection.store.StoredTerm;

/**
 * A term that its leader considers valid whatever happens, as if its clocks were stopped.
 */
record BelievedTerm(StoredTerm storedTerm, boolean isValid,
		Duration remaining) implements Leadership, StoredTerm.Bearer {

	static BelievedTerm of(StoredTerm term) {
		return new BelievedTerm(term, true, Duration.ofSeconds(10));
	}

	BelievedTerm over() {
		return new BelievedTerm(this.storedTerm, false, Duration.ZERO);
	}

	@Override
	public String election() {
		return this.storedTerm.key().election();
	}

	@Override
	public long fencingToken() {
		return this.storedTerm.token();
	}

	@Override
	public void verify() {
		if (!this.isValid) {
			throw new LeadershipLostException(election(), fencingToken(), null);
		}
	}

	@Override
	public Registration onLost(Runnable action) {
		throw new UnsupportedOperationException();
	}

}
